import { type PlannedLook, type PlannedLooks, shareOfInterval } from "../../../record/domain/looks.ts";
import type { GateResult } from "../gate/decide.ts";
import { type CompareRequest, runComparison } from "../request.ts";
import type { RunSource } from "../sources/run-source.ts";
import { type AdjustedChange, adjustedChange } from "./adjusted-change.ts";
import { type RuleStanding, standingsOf } from "./standings.ts";

interface LookTaken {
  /** From 1. */
  look: number;
  scenarios: number;
  rules: readonly RuleStanding[];
  decision: GateResult["decision"];
}

/** What a series of looks came to; what `--json` has under `sequential`. */
export interface Series {
  /** `loss`: a rule is broken. `no-loss`: a regression is not expected any more. `end`: every scenario was looked at. `open`: the next look needs scenarios that the candidate has not run. */
  stopped: "loss" | "no-loss" | "end" | "open";
  planned: Pick<PlannedLooks, "seed" | "looks" | "fixed_because">;
  path: readonly LookTaken[];
  /** Scenarios that were looked at, of all. */
  scenarios: number;
  of: number;
  /** Each tested change as it is where looks stop a series, beside the gate's own intervals. */
  adjusted: readonly AdjustedChange[];
  /** What takes from the promise: no plan from before, a rerun, a candidate that changed on the way. */
  told?: readonly string[];
}

type Result = ReturnType<typeof runComparison>;

/** The comparison and verdict of the look at which the series stopped. Null: nothing was looked at. */
export type Decided = Result & { series: Series | null };

interface Taken {
  /** From 1. */
  place: number;
  look: PlannedLook;
  result: Result;
  rules: readonly RuleStanding[];
}

/**
 * The gate at one planned look after the other, until it decides: whole scenarios up to each look, on both sides. A broken rule stops where
 * the look may call it; otherwise the series stops where no rule expects a regression any more and the gate as it stands is not red, so that
 * no stop makes a build red that more scenarios could have made green. Reasons not to compare are looked for in the whole runs, before any look.
 */
export function decideInLooks(request: CompareRequest, planned: PlannedLooks): Decided {
  const { candidate, baseline, config, allow } = request;
  const whole = runComparison(request);
  if (whole.comparison.refusals.some(({ code }) => code !== "coverage")) return { ...whole, series: null };
  const coverage = allow.includes("coverage") ? 0 : config.coverage;
  const taken: Taken[] = [];
  for (const [at, look] of planned.looks.entries()) {
    const asked = new Set(planned.order.slice(0, look.scenarios));
    if (look.fraction < 1 && !hasRun(candidate, baseline, { asked, coverage })) continue;
    const one = takeLook(request, { place: at + 1, look, asked, last: planned.looks.at(-1)!.loss_share });
    if (one.result.comparison.refusals.length > 0) break;
    taken.push(one);
    if (stopAt(one) !== null) break;
  }
  const last = taken.at(-1);
  const stopped = last && stopAt(last);
  const series = seriesOf(taken, planned);
  // What the next look needs is lacking: the whole runs say which executions.
  return stopped ? { ...last.result, series } : { ...whole, series };
}

function takeLook(
  request: CompareRequest,
  { place, look, asked, last }: { place: number; look: PlannedLook; asked: ReadonlySet<string>; last: number },
): Taken {
  const [baseline, candidate] = [within(request.baseline, asked), within(request.candidate, asked)];
  const at = { interval: shareOfInterval(look), last, loss: look.loss_share };
  const result = runComparison({ ...request, baseline, candidate, at });
  return { place, look, result, rules: standingsOf(result, look) };
}

function stopAt({ look, result: { gate }, rules }: Taken): Exclude<Series["stopped"], "open"> | null {
  const { findings, exit_code } = gate!;
  if (look.fraction === 1) return "end";
  if (findings.some(({ decision, cap }) => decision === "regression" && !cap)) return "loss";
  const isOver = look.interval_share > 0 && rules.length > 0 && rules.every(({ futile }) => futile);
  return isOver && exit_code === 0 ? "no-loss" : null;
}

function seriesOf(taken: readonly Taken[], { seed, looks, order, fixed_because }: PlannedLooks): Series {
  const last = taken.at(-1);
  return {
    stopped: (last && stopAt(last)) ?? "open",
    planned: { seed, looks, ...(fixed_because !== undefined && { fixed_because }) },
    path: taken.map(({ place, look, result, rules }) => ({
      ...{ look: place, scenarios: look.scenarios, rules },
      decision: result.gate!.decision,
    })),
    scenarios: last?.look.scenarios ?? 0,
    of: order.length,
    adjusted: last ? last.rules.flatMap((rule) => adjustedChange(rule, taken) ?? []) : [],
  };
}

/** A run source with these scenarios alone. */
function within(source: RunSource, asked: ReadonlySet<string>): RunSource {
  const { provenance, executions } = source;
  const only = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => asked.has(id)));
  return {
    ...source,
    provenance: { ...provenance, scenarios: only(provenance.scenarios), clusters: only(provenance.clusters) },
    executions: executions.filter(({ scenario }) => asked.has(scenario)),
  };
}

/** Whether the candidate has so much of what the baseline has of these scenarios. */
function hasRun(
  candidate: RunSource,
  baseline: RunSource,
  { asked, coverage }: { asked: ReadonlySet<string>; coverage: number },
): boolean {
  const made = new Set(candidate.executions.filter(({ outcome }) => outcome !== "missing").map(({ name }) => name));
  const expected = baseline.executions.filter(({ scenario }) => asked.has(scenario));
  const held = expected.filter(({ name }) => made.has(name)).length;
  return held > 0 && held / expected.length >= coverage;
}
