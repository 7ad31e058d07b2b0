import { loadRetrievals } from "../../../agent/workflows/retrieval/own-retrievals.ts";
import { allAtOnce, type Check } from "../../../base/all-at-once.ts";
import { consentTo } from "../../../base/consent/consent.ts";
import { requirePart } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { readWordNet } from "../../../measure/metrics/text/wordnet.ts";
import { checkJudgeFamilies } from "../../judge/judges/families.ts";
import { levelConfigs } from "../../record/config/factors/resolve.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";
import { actsOf } from "./acts.ts";
import { checkContext } from "./context.ts";
import { checkExternalAgents, checkNoExternalAgents } from "./external-agents.ts";
import { checkCrossEncoder, checkEnrichment, checkKeys, keyedModels } from "./keys.ts";
import { checkLiveSources } from "./live-sources.ts";
import { partsOf } from "./parts.ts";
import { checkScenarios } from "./scenarios.ts";
import { checkCorpus, checkEmbedding, checkServers } from "./substrate.ts";

export interface Preflight {
  config: Config;
  environment: Effects["environment"];
  /** Of the run's recording: a replay needs no key. */
  mode?: RecordingState["mode"] | undefined;
}

/**
 * Everything that can be said against a start without a database and without a request: checked in the first second, and
 * all of it reported at once. `also`: what only the command knows of.
 * @throws UserError
 */
export async function preflight(
  needs: readonly Need[],
  options: Preflight,
  also: readonly Check[] = [],
): Promise<void> {
  const { config, environment, mode } = options;
  const has = (need: Need) => needs.includes(need);
  const configs = levelConfigs(config);
  const judged = (["primary", "calibration", "meta", "families"] as const).some(has);
  await consentTo(actsOf(config, { needs, environment, mode })); // Before the checks, some of which load modules.
  return allAtOnce([
    ...partsOf(config, needs).map((part) => () => requirePart(part)),
    ...(has("substrate")
      ? [
          () => checkCorpus(config, environment),
          () => checkServers(config, environment),
          ...configs.map((each) => () => checkEmbedding(each, { environment, mode })),
        ]
      : []),
    ...configs.flatMap((each) => (each.safe_mode ? [() => checkSafeMode(each)] : [])),
    ...(has("enrichment") ? [() => checkEnrichment(config, environment)] : []),
    ...(has("scenarios") ? [() => checkScenarios(config, environment)] : []),
    ...(mode === "replay" ? [] : [() => checkKeys(keyedModels(config, needs), environment)]),
    ...(mode === "replay" || !has("models") ? [] : [() => checkCrossEncoder(config, environment)]),
    ...(has("models") ? [() => checkRetrievals(config)] : []),
    ...(has("models") && has("scenarios") ? [() => checkGate(config)] : []),
    ...(has("models") || judged ? [() => checkContext(config, needs)] : []),
    ...(has("models") || (judged && config.baselines.includes("source_search"))
      ? [() => checkLiveSources(config, { environment, mode })]
      : []),
    ...(has("external_agents")
      ? [() => checkExternalAgents(config, environment), () => checkNoExternalAgents(config, mode)]
      : []),
    ...(judged ? [() => checkJudgeFamilies(config), () => checkWordNet(config)] : []),
    ...also,
  ]);
}

/** Strategies of one's own can be loaded. */
async function checkRetrievals({ retrievals = [] }: Config): Promise<void> {
  await loadRetrievals(retrievals);
}

/** The gate could fail what is to be run, once that is paid for. @throws UserError */
async function checkGate({ gate }: Config): Promise<void> {
  const [{ ownFacts }, { refuseUnreachable }] = await Promise.all([
    import("../../results/compare/metric-facts.ts"),
    import("../../results/compare/gate/within-range.ts"),
  ]);
  const names = Object.keys(gate.metrics);
  const facts = ownFacts(names);
  refuseUnreachable(
    facts.map((own) => ({ ...own, better: gate.metrics[own.metric]?.direction ?? own.better })),
    // What a metric of another tool can lose is not known here.
    facts.length === names.length ? gate : { ...gate, worst_loss: undefined },
    gate.metrics,
  );
}

/** @throws UserError `config` when the folder that answers are scored by lacks files. */
function checkWordNet({ wordnet }: Config): void {
  if (wordnet !== undefined) readWordNet(wordnet);
}

/** The script can decide on calls of tools that there are, and of our own agents alone. @throws UserError */
async function checkSafeMode({ safe_mode, external_agents }: Config): Promise<void> {
  if (!safe_mode) return;
  const { toolsOf } = await import("../safe-mode/simulated-reviewer.ts");
  toolsOf(safe_mode);
  if (external_agents.length === 0) return;
  throw new UserError("config", "safe_mode: expected our own agents alone, found external ones beside them", {
    hint: "calls of external agents cannot be put before a reviewer: run them without safe_mode",
  });
}
