import { UPPER_BOUNDS } from "../../../agent/contract/contract.ts";
import { QUERY_TYPES } from "../../../scenarios/set/query-type.ts";
import { count, decimal, sampleSize } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import { onFrontier } from "../../results/analyses/frontier.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { StrategyRow } from "../../results/analyses/strategies.ts";
import type { Target } from "../../results/selection/target.ts";
import { frontierGrid } from "../drawing/charts/frontier.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { areEqual } from "./flat.ts";

const METRIC = "ndcg@10";
/** Answerable questions of a kind below which no step is named. */
const FEWEST = 5;

/** What a strategy takes, as axes name it, from what depends on nothing but the run to what depends on the machine. */
const PRICES = {
  requests: { title: "requests to models", format: ".3~r" },
  tokens: { title: "tokens", format: "~s" },
  dollars: { title: "US dollars", format: ".2~r" },
  seconds: { title: "median seconds", format: "~r" },
} as const;
type Price = keyof typeof PRICES;

interface FrontierRow extends ConfigurationRow {
  query_type: string;
  paid_in: Price;
  paid: number;
  quality: number;
  /** No other of the type has as much quality for as little, and more of one; upper bounds are on none. */
  frontier: boolean;
  n: number;
}
type Data = FigureData<FrontierRow, null>;

const BEHIND: Target = { metric: METRIC, has: "value" };

export const strategyFrontier: Figure<FrontierRow, null> = {
  name: "strategy-frontier",
  title: "Quality against what it takes, by kind of question",
  definition:
    "Mean NDCG@10 over the answerable scenarios of a kind against what an execution takes: requests to models, tokens read and written, dollars where prices are known (means), and the median time; logarithmic axes. Line: the observed frontier, strategies that no other one reaches for less; it is not tested, and upper bounds and what has no NDCG@10 are on none. Times depend on the machine and its load.",
  columns: columnsOf({
    query_type: ["text", "kind of question"],
    configuration: "text",
    quality: ["decimal", "NDCG@10"],
    paid_in: ["text", "paid in"],
    paid: ["decimal", "an execution"],
    frontier: ["text", "on the frontier"],
    n: "count",
  }),
  read: readFrontier,
  caption: describeFrontier,
  flat: ({ rows }) =>
    areEqual(rows, (row) => row.quality) ? `Every strategy with an NDCG@10 has ${decimal(rows[0]!.quality, 3)}.` : null,
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) =>
    frontierGrid({
      ...{ rows, options, prices: PRICES, kind: { field: "query_type", values: QUERY_TYPES } },
      quality: "NDCG@10",
      tooltip: ["configuration", "quality", "paid_in", "paid", "n"],
    }),
  target: (row) => ({ ...configurationTarget(row), ...BEHIND }),
  behind: BEHIND,
};

function readFrontier({ strategies: { rows: all = [] }, timing }: Results): Data {
  const seconds = new Map(
    timing.configurations.flatMap((one) =>
      (one.query_types ?? []).map(({ query_type, median_ms }) => [
        `${configurationName(one)} ${query_type}`,
        median_ms === null ? null : median_ms / 1000,
      ]),
    ),
  );
  const known = all.filter((row) => row.metrics[METRIC].mean !== null);
  const paid: Record<Price, (row: StrategyRow) => number | null> = {
    requests: (row) => row.requests,
    tokens: (row) => row.tokens,
    dollars: (row) => row.cost,
    seconds: (row) => seconds.get(`${configurationName(row)} ${row.query_type}`) ?? null,
  };
  const rows = QUERY_TYPES.flatMap((type) =>
    (Object.keys(paid) as Price[]).flatMap((price) =>
      withFrontier(
        known.filter((row) => row.query_type === type).flatMap((row) => rowOf(row, price, paid[price](row))),
      ),
    ),
  );
  return { rows, facts: null };
}

/** Nothing where it is not known, or nothing is paid: no place on a logarithmic axis. */
function rowOf(row: StrategyRow, paid_in: Price, paid: number | null): FrontierRow[] {
  if (paid === null || paid <= 0) return [];
  const { mean, n } = row.metrics[METRIC];
  const { query_type } = row;
  return [{ ...configurationRow(row), query_type, paid_in, paid, quality: mean!, frontier: false, n }];
}

function withFrontier(rows: readonly FrontierRow[]): FrontierRow[] {
  const real = rows.filter(({ workflow }) => !UPPER_BOUNDS.includes(workflow));
  const frontier = onFrontier(real, ({ quality, paid }) => ({ worth: quality, paid }));
  return rows.map((row) => ({ ...row, frontier: frontier.has(row) }));
}

/** For which kind does the last step of the frontier gain most? Of a few questions nothing is said. */
function describeFrontier({ rows }: Data): string {
  if (new Set(rows.map(({ configuration }) => configuration)).size < 2)
    return rows.length === 0
      ? "No strategy has both an NDCG@10 and a known cost: nothing to draw."
      : "There is one strategy, and none beside it.";
  const told = rows.filter(({ paid_in }) => paid_in === "tokens");
  if (told.length === 0) return "No strategy has both an NDCG@10 and a known number of tokens.";
  const enough = told.filter(({ n }) => n >= FEWEST);
  if (enough.length === 0) return `No kind has ${FEWEST} answerable questions: too few to say what a strategy adds.`;
  const steps = QUERY_TYPES.flatMap((type) => {
    const line = enough.filter((row) => row.frontier && row.query_type === type);
    const [last, before] = line.sort((a, b) => b.paid - a.paid);
    return last && before ? [{ type, last, before, gain: last.quality - before.quality }] : [];
  });
  const [widest] = steps.sort((a, b) => b.gain - a.gain);
  if (!widest) return "On no kind's frontier does a second strategy reach more for more tokens.";
  const { type, last, before } = widest;
  return `The widest observed gain of the most expensive strategy on the frontier is on ${type} questions: NDCG@10 ${decimal(before.quality, 2)} to ${decimal(last.quality, 2)}, from ${before.configuration} with ${tokensText(before)} to ${last.configuration} with ${tokensText(last)} (${sampleSize([before.n, last.n])}, observed).`;
}

function tokensText({ paid }: FrontierRow): string {
  return `${count(Math.round(paid))} tokens`;
}
