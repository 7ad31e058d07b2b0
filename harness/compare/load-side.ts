import { resolve } from "node:path";
import type { RankingMetric } from "../metrics/names.ts";
import { openWholeRun } from "../run-directory/open-run.ts";
import type { Io } from "../terminal/io.ts";
import { isBaselineFile, readBaselineSide } from "./sides/baseline-file.ts";
import { isInspectLog, readInspectSide } from "./sides/read-inspect.ts";
import { isPromptfooFile, readPromptfooSide } from "./sides/read-promptfoo.ts";
import { readRunSide } from "./sides/read-run.ts";
import { readTrecSide } from "./sides/read-trec.ts";
import type { Side } from "./sides/side.ts";

export interface SideSource {
  io: Io;
  runsDir?: string;
  /** With judgements both sides are TREC run files; these are what can be computed. */
  trec: { qrelsPath: string; metrics: readonly RankingMetric[] } | null;
}

/** A side as the user names it: a TREC run file, a stored baseline, results of Inspect AI or promptfoo, or a run (path, name, beginning of a name, latest). */
export async function loadSide(name: string, { io, runsDir, trec }: SideSource): Promise<Side> {
  const path = resolve(io.cwd, name);
  if (trec) return { ...(await readTrecSide({ runPath: path, ...trec })), label: name };
  if (await isBaselineFile(path)) return { ...(await readBaselineSide(path)), label: name };
  if (await isInspectLog(path)) return { ...(await readInspectSide(path)), label: name };
  if (await isPromptfooFile(path)) return { ...(await readPromptfooSide(path)), label: name };
  const { runDirectory, config } = await openWholeRun(name, { io, runsDir });
  return { ...(await readRunSide(runDirectory, config)), label: name };
}
