import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Scored } from "../../analyses/scored.ts";
import { configurationsOf } from "../../config/matrix.ts";
import type { StageContext } from "../../dag/stage.ts";
import type { Configuration } from "../../domain/names.ts";
import { isJudgedRelevance } from "../../metrics/execution/judged-relevance.ts";
import { readWordNet } from "../../metrics/text/wordnet.ts";
import { readRatings } from "../../ratings/store.ts";
import { readRunIds } from "../../run-directory/corpus-ids.ts";
import { readManifest } from "../../run-directory/manifest.ts";
import { runPath } from "../../run-directory/paths.ts";
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
