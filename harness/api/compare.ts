/** Two runs compared by the gate's own tests (`docs/method/gate.md`). */
import { resolve } from "node:path";
import type { z } from "zod";
import { problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { parseMetricList } from "../../measure/metrics/names.ts";
import { type GateConfig, gateSchema } from "../record/config/gate-schema.ts";
import type { RefusalCode } from "../results/compare/comparable.ts";
import { type ScenarioChange, scenarioChanges } from "../results/compare/gate/scenario-changes.ts";
import { loadSource } from "../results/compare/load-source.ts";
import { pairExecutions } from "../results/compare/pairing.ts";
import { runComparison } from "../results/compare/request.ts";
import type { RunSource } from "../results/compare/sources/run-source.ts";
import type { GatedComparison } from "../results/compare/verdict.ts";

export type { Comparison } from "../results/compare/compare.ts";
export type { GateResult } from "../results/compare/gate/decide.ts";
export type { RuleResult } from "../results/compare/gate/rule-result.ts";
export type { ScenarioChange } from "../results/compare/gate/scenario-changes.ts";
export type { MetricComparison } from "../results/compare/metric-comparison.ts";
export { renderJunit } from "../results/compare/render/junit.ts";
export { renderMarkdown } from "../results/compare/render/markdown.ts";
export { type RankingsSourceOptions, rankingsSource } from "../results/compare/sources/from-rankings.ts";
export type { RunSource, SourceExecution } from "../results/compare/sources/run-source.ts";
export {
  type GatedComparison,
  type GateVerdict,
  type VerdictState,
  verdictLine,
  verdictOf,
} from "../results/compare/verdict.ts";
export { judgedOf, rankingsOf, runSearch } from "./search.ts";

/** As `gate:` in bench.yaml. */
export type GateRules = z.input<typeof gateSchema>;

/** Where a run source is looked for, and how TREC files are judged. */
export interface ReadSourceOptions {
  /** Where names and paths begin; default: the current folder. */
  cwd?: string;
  /** The folder of runs; default: as bench.yaml says, else `runs`. */
  runsDir?: string;
  /** For TREC run files: their judgements, and the metrics to compute. */
  trec?: {
    qrels: string;
    metrics: readonly string[];
    /** Lines that begin with `#` are comments, as in trec_eval 10. Default: they are lines like any other. */
    comments?: boolean;
  };
}

/**
 * A run source as `scopebench compare` takes it: a run (path, name, `latest`), a baseline, a TREC run file, results of Inspect AI or promptfoo.
 * @throws UserError where it is damaged or not there
 */
export function readSource(
  name: string,
  { cwd = process.cwd(), runsDir, trec }: ReadSourceOptions = {},
): Promise<RunSource> {
  return loadSource(name, {
    io: { cwd, environment: process.env },
    runsDir,
    trec: trec
      ? {
          qrelsPath: resolve(cwd, trec.qrels),
          metrics: parseMetricList(trec.metrics.join(",")),
          comments: trec.comments,
        }
      : null,
  });
}

/** What to compare two run sources by: rules, further metrics, a factor, differences that are allowed. */
export interface CompareSourcesOptions {
  /** Default: as a configuration without `gate:`. */
  gate?: GateRules;
  /** Shown besides the metrics of the gate's rules; they decide nothing. */
  metrics?: readonly string[];
  /** `configuration`, `model`, `family`, `workflow`, `knowledge`, or a further factor of the candidate. */
  by?: string;
  allow?: readonly RefusalCode[];
}

/**
 * Compares a candidate with a baseline and lets the gate decide: `gate.decision` is pass, inconclusive, regression or
 * not-comparable, `gate.exitCode` what `scopebench compare --gate` would give.
 * @throws UserError `config` for invalid rules, `usage` for a metric that one of them does not have
 */
export function compareSources(
  baseline: RunSource,
  candidate: RunSource,
  options: CompareSourcesOptions = {},
): GatedComparison {
  const { gate = {}, metrics = null, by, allow = [] } = options;
  const result = runComparison({ baseline, candidate, metrics, by, allow, config: parseGate(gate), gate: true });
  return { ...result, candidate_run: candidate.kind === "run" ? candidate.label : null };
}

/** Questions that got worse by a metric that the gate has a rule about, largest loss first; those that lost their score last. */
export function worsened(baseline: RunSource, candidate: RunSource, { comparison }: GatedComparison): Worsened[] {
  const pairing = pairExecutions(baseline, candidate);
  return comparison.metrics.flatMap((row) =>
    scenarioChanges(row, pairing)
      .filter(({ loss }) => loss === null || loss > 0)
      .map((change) => ({ ...change, metric: row.metric })),
  );
}

/** A scenario that got worse, by which metric. Its loss is in the metric's own unit; null where one side is unscored. */
export interface Worsened extends ScenarioChange {
  metric: string;
}

function parseGate(rules: GateRules): GateConfig {
  const parsed = gateSchema.safeParse(rules);
  if (parsed.success) return parsed.data;
  throw new UserError("config", "the gate's rules can't be read", { problems: problemsOf(parsed.error) });
}
