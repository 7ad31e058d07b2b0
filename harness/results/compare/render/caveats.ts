import { makeNotice } from "../../notice.ts";
import type { Provenance } from "../sources/run-source.ts";
import { type GatedComparison, verdictOf } from "../verdict.ts";

/** What has to be read with the figures: stand-ins, what was accepted, how the run sources were read. */
export function caveats(report: GatedComparison): string[] {
  const { accepted, notes, baseline, candidate } = report.comparison;
  const { reserve } = verdictOf(report);
  return [
    ...standInNotice([baseline.provenance, candidate.provenance]),
    ...accepted.map(({ code, problem }) => `Accepted by --allow ${code}: ${problem}.`),
    ...notes.map((note) => `${note}.`),
    ...(reserve === null ? [] : [reserve]),
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
