import { resolve } from "node:path";
import { isBaselineFile, readBaselineSide } from "../compare/sides/baseline-file.ts";
import { isInspectLog, readInspectSide } from "../compare/sides/read-inspect.ts";
import { isPromptfooFile, readPromptfooSide } from "../compare/sides/read-promptfoo.ts";
import { readRunSide } from "../compare/sides/read-run.ts";
import { readTrecSide } from "../compare/sides/read-trec.ts";
import type { Side } from "../compare/sides/side.ts";
import type { RankingMetric } from "../metrics/names.ts";
import type { Io } from "./io.ts";
import { openWholeRun } from "./open-run.ts";

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
