import type { Corpus } from "../../../db/ports/corpus.ts";
import { faultReports } from "../../../scenarios/faults/hold-out.ts";
import { withPatterns } from "./into-corpus.ts";
import { minePatterns, patternFileOf } from "./mine.ts";
import { learnWords } from "./report-vectors.ts";

/** Those of `corpus patterns` where nothing else is said. */
const [PIPELINE, PAIR_SHARE] = ["linkage", 0.01] as const;

/** The corpus of a suite of faults with patterns of the reports that are left in it. */
export async function withPatternsOfReports(corpus: Corpus, seed: number): Promise<Corpus> {
  const reports = faultReports(corpus);
  const mined = await minePatterns(reports, await learnWords(reports, seed), {
    ...{ pipeline: PIPELINE, pairShare: PAIR_SHARE, groups: null },
    onStep() {
      // A suite is prepared in few words.
    },
  });
  const types = [...new Set(reports.map(({ type }) => type))];
  const settings = { pipeline: PIPELINE, pair_share: PAIR_SHARE, seed };
  return withPatterns(corpus, patternFileOf({ corpus, types, reports }, mined, settings));
}
