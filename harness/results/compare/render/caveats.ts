import { makeNotice } from "../../notice.ts";
import type { Provenance } from "../sources/run-source.ts";
import { type GatedComparison, verdictOf } from "../verdict.ts";
import { showValue } from "./format.ts";

/** What has to be read with the figures: stand-ins, what was accepted, how the run sources were read. */
export function caveats(report: GatedComparison): string[] {
  const { accepted, notes, baseline, candidate } = report.comparison;
  const { reserve } = verdictOf(report);
  return [
    ...standInNotice([baseline.provenance, candidate.provenance]),
    ...accepted.map(({ code, problem }) => `Accepted by --allow ${code}: ${problem}.`),
    ...notes.map((note) => `${note}.`),
    ...headroom(report),
    ...(reserve === null ? [] : [reserve]),
  ];
}

/** What a candidate has gained, the next may lose against this baseline, and nothing turns red. */
function headroom({ comparison: { metrics }, gate }: GatedComparison): string[] {
  const gained = metrics.flatMap(({ metric, better, difference, low, high, unit, level }) => {
    const rule = gate?.rules.metrics[metric];
    if (!rule || difference === null || low === null || high === null) return [];
    const isLower = (rule.direction ?? better) === "lower";
    const [gain, least] = isLower ? [-difference, -high] : [difference, low];
    if (!(least > 0 && gain >= rule.min_effect)) return [];
    return [
      `${metric} ${showValue(gain, unit)} (at least ${showValue(least, unit)}, ${Number((100 * (1 - level)).toFixed(1))} %)`,
    ];
  });
  if (gained.length === 0) return [];
  return [
    `Headroom: better than the baseline by ${gained.join(", ")}. A later candidate that loses as much again passes against it; once this one is kept, make a new baseline (runs baseline update).`,
  ];
}

type Origin = Pick<Provenance, "stand_in_models" | "stand_in_judges" | "synthetic_corpus">;

/** That figures come from stand-ins or a synthetic corpus, in the words of the figures. */
export function standInNotice(sources: readonly Origin[]): string[] {
  const all = (of: "stand_in_models" | "stand_in_judges") => [...new Set(sources.flatMap((source) => source[of]))];
  return makeNotice({
    summary: { stand_in_models: all("stand_in_models"), stand_in_judges: all("stand_in_judges") },
    syntheticCorpus: sources.some((source) => source.synthetic_corpus),
  });
}
