import { relative, resolve } from "node:path";
import { costOf } from "../../../agent/models/cost.ts";
import { checkCredentials } from "../../../agent/models/credentials.ts";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { consentTo } from "../../../base/consent/consent.ts";
import { count, countOf, shortCount } from "../../../base/counts.ts";
import { ownPackage } from "../../../base/own-package.ts";
import { redactAddresses } from "../../../base/providers/secrets/addresses.ts";
import { UserError } from "../../../base/user-error.ts";
import { coloursOf } from "../../print/colours.ts";
import { errorsOf, type Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { plainLine } from "../../print/text.ts";
import { allowedModelProblems } from "../../record/config/allowed-models.ts";
import { ceilingProblems } from "../../record/config/ceiling-problems.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { toModelConfig, toPrice } from "../../record/config/to-agent.ts";
import { actsOf } from "../preflight/acts.ts";
import { selectedScenarios } from "../preflight/scenarios.ts";
import { estimate } from "../start/estimate.ts";
import { openEndpoint } from "./endpoint.ts";
import { expectedRun } from "./expected.ts";
import { markdownOf } from "./markdown.ts";
import { OUTCOME_WORDS, printTried } from "./print-tried.ts";
import type { EndpointProbe } from "./probe.ts";
import { probesFor } from "./registry.ts";
import { INTERRUPTED, runProbes } from "./run-probes.ts";
import { runSmall, smallConfig } from "./small-run.ts";
import type { Tried } from "./tried.ts";
import { troublesOf } from "./troubles.ts";

export interface TryOptions {
  io: Io;
  config: Config;
  /** How many of them the model answers, after the probes; 0 = none. */
  scenarios: number;
  /** Tokens of the longest prompt that is sent. */
  contextTokens: number;
  /** Say what it would take, and ask nothing. */
  priceOnly: boolean;
  json: boolean;
  /** A Markdown file to write, too. */
  to: string | undefined;
}

/**
 * Tries each model and prints what came out, after Ctrl-C what did until then. Gives the exit code: 1 when one answered nothing.
 * @throws what the signal was aborted with, once that is printed and written
 */
export async function tryModels(models: readonly ModelEntry[], options: TryOptions): Promise<number> {
  const { io, config, scenarios, contextTokens, priceOnly, json, to } = options;
  checkAllowed(models, options);
  if (!priceOnly) checkCredentials(models.map(toModelConfig), io.environment);
  const probes = probesFor({ contextTokens });
  const ahead = { needs: ["models", "substrate"], environment: io.environment } as const;
  for (const model of models) {
    io.error(priceLine(model, probes));
    if (scenarios > 0) io.error(scenarioPrice(smallConfig(config, model, { scenarios, cwd: io.cwd }), scenarios));
  }
  if (priceOnly) return 0;
  // Before the first probe, which would take a refusal for an endpoint that cannot be reached.
  await consentTo(models.flatMap((model) => actsOf(smallConfig(config, model, { scenarios, cwd: io.cwd }), ahead)));
  const all: Tried[] = [];
  for (const model of models) {
    io.error("");
    const tried = await tryOne(model, options);
    all.push(tried);
    if (!json) printTried(tried, io);
    if (io.signal.aborted) break;
  }
  if (json) io.out(jsonText(all, {}));
  if (to !== undefined) await writeFileAtomic(resolve(io.cwd, to), all.map(markdownOf).join("\n"));
  io.signal.throwIfAborted();
  return all.some(({ probes: [first] }) => first?.outcome === "failed") ? 1 : 0;
}

/** What the configuration was read under holds for an endpoint from flags, too. */
function checkAllowed(models: readonly ModelEntry[], { config, scenarios, io }: TryOptions): void {
  const problems = models.flatMap((model) => {
    const small = smallConfig(config, model, { scenarios, cwd: io.cwd });
    return [...allowedModelProblems({ ...small, enrichment: undefined }), ...ceilingProblems(small)];
  });
  if (problems.length > 0) throw new UserError("config", "the configuration does not allow this", { problems });
}

async function tryOne(model: ModelEntry, options: TryOptions): Promise<Tried> {
  const probed = await probe(model, options);
  const isThere = probed.probes[0]?.outcome !== "failed" && !options.io.signal.aborted;
  const small = isThere && options.scenarios > 0 ? await answerScenarios(model, options) : NOTHING_RUN;
  const tried = { ...probed, ...small };
  return { ...tried, troubles: troublesOf(tried) };
}

type Scenarios = Pick<Tried, "run" | "not_run" | "workflows" | "expected">;
const NOTHING_RUN: Scenarios = { run: null, not_run: null, workflows: null, expected: null };

async function answerScenarios(model: ModelEntry, { io, config, scenarios }: TryOptions): Promise<Scenarios> {
  const found = await runSmall(smallConfig(config, model, { scenarios, cwd: io.cwd }), io).catch((error: unknown) => {
    // What was measured until then is shown all the same.
    if (io.signal.aborted) return INTERRUPTED;
    if (!(error instanceof UserError)) throw error;
    return [error.message, ...error.problems].join("; ");
  });
  if (typeof found === "string") return { ...NOTHING_RUN, not_run: found };
  const { runDirectory, workflows } = found;
  const expected = expectedRun(config, model, { workflows, scenarios: await selectedScenarios(config.scenarios) });
  return { ...NOTHING_RUN, run: relative(io.cwd, runDirectory), workflows, expected };
}

async function probe(
  model: ModelEntry,
  { io, contextTokens }: TryOptions,
): Promise<Omit<Tried, "troubles" | keyof Scenarios>> {
  const config = toModelConfig(model);
  const endpoint = openEndpoint(config, io);
  const { dim } = coloursOf(errorsOf(io));
  const startedAt = performance.now();
  const at = new Date().toISOString();
  const probes = await runProbes(endpoint, probesFor({ contextTokens }), ({ question, outcome, requests }) =>
    io.error(dim(plainLine(`${question}: ${OUTCOME_WORDS[outcome]} (${requests})`))),
  );
  const { requests, usage } = endpoint.spent();
  return {
    ...{ name: model.name, provider: model.provider, model: model.model },
    address: model.base_url === undefined ? null : redactAddresses(model.base_url),
    ...{ at, version: ownPackage().version, context_window: model.context_window, probes },
    spent: {
      ...{ requests, tokens_in: usage.input, tokens_out: usage.output, tokens_estimated: usage.estimated },
      ...{ cost_usd: costOf(config.price, usage), duration_s: Math.round((performance.now() - startedAt) / 1000) },
    },
  };
}

/** What the probes take at most, said before the first of them is asked. */
function priceLine({ name, price }: Pick<ModelEntry, "name" | "price">, probes: readonly EndpointProbe[]): string {
  const sum = (of: (probe: EndpointProbe) => number) => probes.reduce((total, probe) => total + of(probe), 0);
  const requests = sum(({ cost }) => cost.requests);
  const input = sum(({ cost }) => cost.requests * cost.input);
  const output = sum(({ cost }) => cost.requests * cost.output);
  const cost = costOf(toPrice(price), { input, output });
  const dollars = cost === null ? "at a price that is unknown" : `at most about $${cost.toFixed(4)}`;
  return `${name}: up to ${countOf(requests, "request")}, about ${count(input)} tokens in and ${count(output)} out, ${dollars}`;
}

/** What some scenarios take, by the reference study's medians: the only figures there are before the first of them. */
function scenarioPrice(config: Config, scenarios: number): string {
  const [row] = estimate(config, scenarios);
  const { calls, tokensIn, tokensOut, cost } = row!;
  const dollars = cost === null ? "at a price that is unknown" : `about $${cost.toFixed(2)}`;
  const tokens = `${shortCount(tokensIn ?? 0)} tokens in and ${shortCount(tokensOut ?? 0)} out`;
  return `then ${countOf(scenarios, "scenario")} through ${config.workflows.length} workflows: about ${count(calls ?? 0)} requests, ${tokens}, ${dollars}, by the reference study's medians; --scenarios 0 leaves them out, --max-cost stops them`;
}
