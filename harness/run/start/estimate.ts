import { type AgenticWorkflow, madeOf, rerankerOf, type Workflow } from "../../../agent/contract/contract.ts";
import { costOf } from "../../../agent/models/cost.ts";
import { DIFFERENCE_OF_SHARES } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { detectableMean } from "../../../measure/statistics/power/bounded-mean.ts";
import type { FactorCell } from "../../record/config/factors/cells.ts";
import { repeatsOf, repeatsRange } from "../../record/config/factors/repeats.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import { judgeFacts } from "../../record/config/judges.ts";
import { configurationsOf, countExecutions, factorialOf } from "../../record/config/matrix.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { toPrice } from "../../record/config/to-agent.ts";
import type { Configuration } from "../../record/domain/names.ts";

/**
 * Median per execution over the nine configurations of each workflow, as published by the reference study
 * (Orhan 2026, table of medians). Measured there on real models; a guess for any other model or corpus.
 */
const PUBLISHED_MEDIANS: Record<AgenticWorkflow, Effort> = {
  react: { toolCalls: 10, input: 188_288, output: 2_077 },
  plan_execute: { toolCalls: 36, input: 665_642, output: 10_548 },
};

/** What the models of one execution are asked. */
interface Effort {
  /** Calls that a model makes, each in a request of its own. */
  toolCalls: number;
  input: number;
  output: number;
}

/** One request: its prompt, 16,000 characters of records, and the answer; four characters a token. */
const RETRIEVED: Effort = { toolCalls: 0, input: 6_500, output: 900 };

/** A request that orders 50 records of up to 300 characters; a query that is written anew adds a small one. */
const RERANKING: Effort = { toolCalls: 1, input: 5_000, output: 300 };

/** Of an agent each call of a tool is taken for a search that is re-ranked: an upper bound. */
function effortOf(workflow: Workflow, { retrieval }: Pick<Config, "retrieval">): Effort {
  const { of } = madeOf(workflow);
  const plain = (PUBLISHED_MEDIANS as Partial<Record<Workflow, Effort>>)[of] ?? RETRIEVED;
  if ((retrieval?.rerank ?? rerankerOf(workflow)) !== "llm_listwise") return plain;
  const times = Math.max(1, plain.toolCalls);
  return {
    toolCalls: plain.toolCalls + times * RERANKING.toolCalls,
    input: plain.input + times * RERANKING.input,
    output: plain.output + times * RERANKING.output,
  };
}

/** Input of one request of a model, in the mean of an execution. */
export function tokensARequest(workflow: Workflow, config: Pick<Config, "retrieval">): number {
  const { input, toolCalls } = effortOf(workflow, config);
  return input / (toolCalls + 1);
}

/** One judge call: the prompt, ten tool results cut at 2,000 characters, and the answer; four characters a token. */
export const JUDGE_CALL = { input: 8_000, output: 900 };

/** Spread of the difference of two configurations on one scenario: median over the 153 pairs of the default run. */
const SPREADS = [
  { metric: "functional_pass", sd: 0.48, answerableOnly: false, steps: true },
  { metric: "pass", sd: 0.48, answerableOnly: false, steps: true },
  { metric: "ndcg@10", sd: 0.35, answerableOnly: true, steps: false },
] as const;

export interface DetectableRow {
  metric: string;
  scenarios: number;
  /** Smallest differences found with 80 % power, at 5 % for one planned pair and at Holm's first step for all; null when there are too few scenarios. */
  onePair: number | null;
  allPairs: number | null;
}

/** What a run of so many scenarios could tell apart. Shares of answerable scenarios as in the study: 38 of 52. */
export function detectable(config: Config, scenarios: number): DetectableRow[] {
  const configurations = configurationsOf(config).length;
  const comparisons = Math.max(1, (configurations * (configurations - 1)) / 2);
  return SPREADS.map(({ metric, sd, answerableOnly, steps }) => {
    const n = answerableOnly ? Math.round((scenarios * 38) / 52) : scenarios;
    const passOrFail = steps && repeatsRange(config).most === 1;
    const atLevel = (alpha: number) => detectableMean({ n, sd, alpha, range: DIFFERENCE_OF_SHARES, passOrFail });
    return { metric, scenarios: n, onePair: atLevel(0.05), allPairs: atLevel(0.05 / comparisons) };
  });
}

export interface EstimateRow {
  what: string;
  /** Null where only the agent itself knows. */
  calls: number | null;
  tokensIn: number | null;
  tokensOut: number | null;
  /** US dollars, null when a price is unknown. */
  cost: number | null;
}

/** What the matrix would take: model by model, then the judges. Policy models and stand-in judges cost nothing and are marked. */
export function estimate(config: Config, scenarios: number): EstimateRow[] {
  const perModel = config.models.map((model) => modelRow(model, factorialOf(config), { config, scenarios }));
  const executions = countExecutions(config, scenarios);
  const sampled = Math.min(executions, Math.ceil((executions * config.judges.calibration_sample) / 936));
  return [
    ...perModel,
    ...config.external_agents.map(({ name }) => externalAgentRow(name)),
    judgeRow("judge", config.judges.primary, executions + config.baselines.length * scenarios),
    judgeRow("calibration judge", config.judges.calibration, sampled),
    judgeRow("meta-judge (at most)", config.judges.meta, sampled),
  ];
}

function modelRow(
  model: ModelEntry,
  configurations: readonly Configuration[],
  { config, scenarios }: { config: Config; scenarios: number },
): EstimateRow {
  const own = configurations.filter((configuration) => configuration.model === model.name);
  const efforts = own.map((configuration) => ({
    ...effortOf(configuration.workflow, resolveConfig(config, configuration)),
    times: scenarios * repeatsOf(config, configuration),
  }));
  const sum = (of: (effort: Effort) => number) =>
    efforts.reduce((total, effort) => total + of(effort) * effort.times, 0);
  // A model call per tool call, and one that answers.
  const calls = sum(({ toolCalls }) => toolCalls + 1);
  if (model.provider === "policy")
    return { what: `${model.name} (stand-in, local)`, calls, tokensIn: 0, tokensOut: 0, cost: 0 };
  const tokens = { tokensIn: sum(({ input }) => input), tokensOut: sum(({ output }) => output) };
  return { what: model.name, calls, ...tokens, cost: own.length === 0 ? 0 : priced(model.price, tokens) };
}

/** What some configurations would take of all models together. */
export function estimateCells(
  cells: readonly FactorCell[],
  config: Config,
  scenarios: number,
): Pick<EstimateRow, "tokensIn" | "tokensOut" | "cost"> {
  const own = cells.map(({ configuration }) => configuration);
  const rows = config.models.map((model) => modelRow(model, own, { config, scenarios }));
  const sum = (of: (row: EstimateRow) => number | null) =>
    rows.reduce<number | null>((total, row) => (total === null ? null : addKnown(total, of(row))), 0);
  return { tokensIn: sum((row) => row.tokensIn), tokensOut: sum((row) => row.tokensOut), cost: sum((row) => row.cost) };
}

function addKnown(total: number, more: number | null): number | null {
  return more === null ? null : total + more;
}

/** What an external agent asks of its own models, it pays itself. */
function externalAgentRow(name: string): EstimateRow {
  return { what: `${name} (your own agent)`, calls: null, tokensIn: null, tokensOut: null, cost: null };
}

function judgeRow(
  what: string,
  judge: Config["judges"]["primary"] | Config["judges"]["meta"],
  verdicts: number,
): EstimateRow {
  const { chain, estimated, judgings } = judgeFacts(judge);
  const calls = verdicts * judgings;
  const row = { what: `${what}${estimated}`, calls };
  if (chain.length === 0) return { ...row, tokensIn: 0, tokensOut: 0, cost: 0 };
  const tokens = { tokensIn: JUDGE_CALL.input * calls, tokensOut: JUDGE_CALL.output * calls };
  return { ...row, ...tokens, cost: priced(chain[0]?.price, tokens) };
}

function priced(
  price: ModelEntry["price"],
  { tokensIn, tokensOut }: { tokensIn: number; tokensOut: number },
): number | null {
  return costOf(toPrice(price), { input: tokensIn, output: tokensOut });
}
