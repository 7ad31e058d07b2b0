import { oneOf } from "../../../base/one-of.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import type { Grouping } from "../../record/config/gate-schema.ts";
import { loadConfig } from "../../record/config/load.ts";
import { type OpenedRun, openRun } from "../../record/run-directory/open-run.ts";
import { REFUSAL_CODES } from "../../results/compare/comparable.ts";
import { gatedOrFirst } from "../../results/compare/compare.ts";
import { loadSource } from "../../results/compare/load-source.ts";
import { powerOf } from "../../results/compare/power.ts";
import { type CompareRequest, runComparison } from "../../results/compare/request.ts";
import { decideAsPlanned } from "../../results/compare/sequential/as-planned.ts";
import { readScoredRun } from "../../results/compare/sources/read-run.ts";
import { removeBaselineExecutions, storeBaselineExecutions } from "./baseline-executions.ts";
import { type RunComparison, storeComparison } from "./comparison.ts";

interface CompareOptions {
  io: Io;
  baseline?: string;
  allow?: readonly string[];
  config?: string;
  runsDir?: string;
}

/** Keeps the comparison with a baseline for the run's report; without one, removes the one that was there. */
export async function compareForReport(opened: OpenedRun, options: CompareOptions): Promise<void> {
  const { runDirectory, config, manifest } = opened;
  const { io, baseline: name, runsDir } = options;
  if (name === undefined) {
    await removeBaselineExecutions(runDirectory);
    return storeComparison(runDirectory, manifest, null);
  }
  const allow = (options.allow ?? []).map((code) => oneOf("--allow", code, REFUSAL_CODES));
  const { gate } = await loadConfig({ cwd: io.cwd, file: options.config, environment: io.environment, flags: {} });
  const source = await loadSource(name, { io, runsDir, trec: null });
  // By its id: a path of the machine that built the report says nothing to who reads it elsewhere.
  const baseline = source.kind === "run" ? { ...source, label: source.provenance.run_id } : source;
  const candidate = { ...(await readScoredRun(runDirectory, config)), label: manifest.run_id };
  const compared = compareAsPage({ baseline, candidate, allow, config: gate });
  const baseline_executions = await copyBaseline(compared, opened, options);
  await storeComparison(runDirectory, manifest, { ...compared, baseline_executions });
}

/** What a file of scores does not hold is not there: the page says so. */
async function copyBaseline(
  { report: { comparison } }: RunComparison,
  { runDirectory }: OpenedRun,
  { io, baseline = "", runsDir }: CompareOptions,
): Promise<string[]> {
  await removeBaselineExecutions(runDirectory);
  if (comparison.baseline.kind !== "run" || comparison.questions.length === 0) return [];
  const opened = await openRun(baseline, { io, runsDir });
  const names = new Set(comparison.questions.flatMap(({ executions }) => executions.map((flip) => flip.name)));
  return storeBaselineExecutions(runDirectory, { baseline: opened.runDirectory, names });
}

/** Everything that the page Compare shows of two sources, this run being the candidate. */
export function compareAsPage(sources: Omit<CompareRequest, "metrics" | "by" | "gate">): RunComparison {
  const { no_gate, ...result } = gatedIfPossible(sources);
  const { comparison, gate } = result;
  const shown = gatedOrFirst({ gated: Object.keys(gate?.rules.metrics ?? {}), metrics: comparison.metrics });
  const grouped = (by: Grouping) =>
    comparison.metrics.length === 0
      ? []
      : runComparison({ ...sources, metrics: gate ? null : shown, by, gate: gate !== null }).comparison.groups.map(
          // Which executions they are stands in the rows over everything.
          (row) => ({ ...row, worst: [] }),
        );
  return {
    report: { ...result, candidate_run: sources.candidate.label },
    no_gate,
    baseline_executions: [],
    power: gate ? powerOf({ comparison, gate }) : [],
    groups: { configuration: grouped("configuration"), family: grouped("family") },
  };
}

/** A baseline without a metric that a rule is about can be compared by what it holds. */
function gatedIfPossible(sources: Omit<CompareRequest, "metrics" | "by" | "gate">) {
  try {
    const request: CompareRequest = { ...sources, metrics: "usual", gate: true };
    const { series: planned } = sources.candidate;
    const decided = planned && decideAsPlanned({ ...request, config: planned.gate });
    if (!decided) return { ...runComparison(request), no_gate: null };
    const { series, ...result } = decided;
    return { ...result, ...(series && { series }), no_gate: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const no_gate = [error.message, ...(error.hint ? [error.hint] : [])].join(": ");
    return { ...runComparison({ ...sources, metrics: "usual", gate: false }), no_gate };
  }
}
