import { readWordNet } from "../../../../measure/metrics/text/wordnet.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import type { StageContext } from "../../../dag/stage.ts";
import { readRatings } from "../../../judge/ratings/store.ts";
import { configurationsOf } from "../../../record/config/matrix.ts";
import type { Configuration } from "../../../record/domain/names.ts";
import { readRunIds } from "../../../record/run-directory/corpus-ids.ts";
import { readManifest } from "../../../record/run-directory/manifest.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import type { Scored } from "../../../results/analyses/scored.ts";
import { isJudgedRelevance } from "../../../results/metrics/execution/judged-relevance.ts";
import { readProbed } from "./read-probed.ts";
import type { ScoringInput } from "./score-configuration.ts";

/** What scores are made from besides the records of each configuration. */
export type RunInput = ScoringInput &
  Pick<Scored, "syntheticCorpus" | "gradeThresholds" | "probed" | "ratings"> & { kept: readonly Configuration[] };

export async function loadInput(context: Pick<StageContext, "runDirectory" | "config" | "signal">): Promise<RunInput> {
  const { runDirectory, config } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const manifest = await readManifest(runDirectory);
  return {
    runDirectory,
    config,
    kept: configurationsOf(config),
    scenarios,
    judgedRelevance: isJudgedRelevance(scenarios),
    ids: await readRunIds(runDirectory),
    ...(config.wordnet !== undefined && { synonymsOf: readWordNet(config.wordnet) }),
    syntheticCorpus: manifest.synthetic_corpus,
    gradeThresholds: manifest.grade_thresholds,
    probed: await readProbed(context),
    ratings: await readRatings(runDirectory),
  };
}
