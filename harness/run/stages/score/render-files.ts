import type { FileContent } from "../../../../base/atomic.ts";
import { jsonPieces } from "../../../../base/json-pieces.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import { resultFile } from "../../../results/analyses/analysis.ts";
import { groups, groupsJson } from "../../../results/analyses/groups.ts";
import type { AnalysisResults } from "../../../results/analyses/registry.ts";
import type { Scored } from "../../../results/analyses/scored.ts";
import { packScored } from "../../../results/columns/pack.ts";
import { timesCsv } from "../../../results/metrics/times.ts";
import { renderTable } from "../../../results/table-format/render.ts";
import { makeTables } from "../../../results/tables/registry.ts";
import { trecExports } from "./trec-export.ts";
import {
  baselineScoresJsonLines,
  functionalJsonLines,
  perExecutionCsv,
  scoresJsonLines,
  unscoredCsv,
} from "./write-scores.ts";

/** Absolute path and content of everything that the stage writes. Each is rendered when it is asked for, so that only one is in memory. */
export function* renderFiles(
  target: string,
  scored: Scored,
  results: AnalysisResults,
): Generator<[path: string, content: FileContent]> {
  const { config, configurations, baselines } = scored;
  yield [runPath(target, "scores"), scoresJsonLines(configurations)];
  yield [runPath(target, "perExecution"), perExecutionCsv(configurations, config)];
  yield [runPath(target, "unscored"), unscoredCsv(configurations)];
  yield [runPath(target, "functional"), functionalJsonLines(configurations)];
  yield [runPath(target, "baselineScores"), baselineScoresJsonLines(baselines)];
  yield [runPath(target, "scored"), packScored(scored)];
  yield [runPath(target, "times"), timesCsv(configurations)];
  for (const [name, result] of Object.entries(results))
    yield [runPath(target, "metrics", resultFile(name)), withNewline(jsonPieces(result))];
  yield [runPath(target, "metrics", resultFile(groups.name)), groupsJson(configurations)];
  for (const table of makeTables({ ...scored, results }))
    for (const [name, text] of renderTable(table)) yield [runPath(target, "tables", name), text];
  for (const [name, text] of trecExports(scored)) yield [runPath(target, "trec", name), text];
}

function* withNewline(pieces: Iterable<string>): Generator<string> {
  yield* pieces;
  yield "\n";
}
