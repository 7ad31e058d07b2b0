import type { AssistantConfiguration } from "../../../assistant/protocol/assistants.ts";
import { REPEATS } from "../../record/config/factors/acting.ts";
import { patchOf, resolveConfig } from "../../record/config/factors/resolve.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import { factorialOf, withoutFactors } from "../../record/config/matrix.ts";
import { toPolicies } from "../../record/config/policies.ts";
import type { Config } from "../../record/config/schema.ts";
import { toAgentSettings } from "../../record/config/skills.ts";
import { toModelConfig, toRetrievalSettings } from "../../record/config/to-agent.ts";
import type { Configuration } from "../../record/domain/names.ts";
import { substrateKey } from "../stages/execute/by-substrate.ts";
import { toSourceSettings } from "../stages/live-sources.ts";

/** More would be a list that nobody chooses from: then the base alone, as the file says without its factors. */
const MOST = 30;
/** A level that changes these alone changes nothing for a person who asks. */
const OF_RUNS: readonly string[] = [REPEATS, "safe_mode", "live_sources.asked"];

interface Askable {
  configurations: readonly Configuration[];
  /** How many search another index than the base's, the only one that is open. */
  otherIndex: number;
  /** How many levels' configurations were too many. */
  tooMany: number;
}

/** The configurations of a file that people can ask, those at the base of all factors first. */
export function askableOf(config: Config): Askable {
  const isOwn = ({ workflow, knowledge }: Configuration) => workflow !== "own" && knowledge !== "own";
  const declared = factorialOf(config)
    .filter(isOwn)
    .filter(({ levels }) => levels === undefined || !onlyOfRuns(Object.keys(patchOf(config, levels))));
  const here = declared.filter((one) => substrateKey(resolveConfig(config, one)) === substrateKey(config));
  const otherIndex = declared.length - here.length;
  const levelled = here.filter(({ levels }) => levels !== undefined);
  if (here.length === 0 || (here.length > MOST && levelled.length > 0))
    return {
      configurations: factorialOf(withoutFactors(config)).filter(isOwn),
      otherIndex,
      tooMany: levelled.length,
    };
  const base = here.filter(({ levels }) => levels === undefined);
  return { configurations: [...base, ...levelled], otherIndex, tooMany: 0 };
}

function onlyOfRuns(paths: readonly string[]): boolean {
  return paths.every((path) => OF_RUNS.includes(path));
}

/** What a configuration of the file is asked with: the file's own values, with those of its levels in place. */
export function toAsked(config: Config, configuration: Configuration): AssistantConfiguration {
  const resolved = resolveConfig(config, configuration);
  const model = resolved.models.find(({ name }) => name === configuration.model);
  const { workflow, knowledge, levels } = configuration;
  if (!model || workflow === "own" || knowledge === "own")
    throw new Error("expected a configuration that can be asked");
  return {
    ...{ model: toModelConfig(model), workflow, knowledge, levels },
    retrieval: toRetrievalSettings(resolved.retrieval),
    policies: toPolicies(resolved.policies),
    limits: toAgentLimits(resolved.limits),
    toolFamilies: resolved.tool_families,
    toolDescriptions: resolved.tool_descriptions,
    settings: toAgentSettings(resolved.agent),
    sourceSettings: resolved.live_sources && toSourceSettings(resolved.live_sources),
  };
}
