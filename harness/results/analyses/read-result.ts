import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { jsonOrUndefined } from "../../../base/json-object.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import { runWord } from "../../print/shell-word.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { type Result, resultFile } from "./analysis.ts";

/** The result of one analysis. @throws UserError `run-directory` when the run is not scored, or was by another version. */
export async function readResult<Schema extends z.ZodType>(
  runDirectory: string,
  analysis: Result<string, Schema>,
): Promise<z.output<Schema>> {
  const read = await tryResult(runDirectory, analysis);
  if ("problem" in read) throw unreadable(runDirectory, [read.problem]);
  return read.value;
}

/** The same, with what is wrong in place of an error. */
export async function tryResult<Schema extends z.ZodType>(
  runDirectory: string,
  { name, schema }: Result<string, Schema>,
): Promise<{ value: z.output<Schema> } | { problem: string }> {
  const path = `${RUN_PATHS.metrics}/${resultFile(name)}`;
  const text = await readFile(runPath(runDirectory, "metrics", resultFile(name)), "utf8").catch(ifMissing);
  if (text === null) return { problem: `${path} is missing` };
  const parsed = parsePlainly(schema, jsonOrUndefined(text));
  return parsed.success ? { value: parsed.data } : { problem: `${path}: ${problemsOf(parsed.error)[0]}` };
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

export function unreadable(runDirectory: string, problems: readonly string[]): UserError {
  return new UserError("run-directory", "the run is not scored, or was by another version", {
    problems,
    hint: `scopebench runs stage score ${runWord(runDirectory)} --again recomputes its metrics from its records`,
  });
}
