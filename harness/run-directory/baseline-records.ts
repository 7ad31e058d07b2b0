import { countOf } from "../../base/counts.ts";
import { readJsonLines } from "../../base/json-lines.ts";
import { UserError } from "../../base/user-error.ts";
import type { BaselineName } from "../baselines/names.ts";
import { type BaselineRecord, baselineRecordSchema } from "../domain/baseline-record.ts";
import { runPath } from "./paths.ts";

/** `<run>/baselines/keyword.jsonl` and the like. */
export function baselinePath(runDirectory: string, name: BaselineName): string {
  return runPath(runDirectory, "baselines", `${name}.jsonl`);
}

/** The records of one baseline, in file order; [] when there is no file. @throws UserError `run-directory` for what is not a record */
export async function readBaselineRecords(runDirectory: string, name: BaselineName): Promise<BaselineRecord[]> {
  const path = baselinePath(runDirectory, name);
  const parsed = (await readJsonLines<unknown>(path)).map((line) => baselineRecordSchema.safeParse(line));
  const damaged = parsed.flatMap((result, index) => (result.success ? [] : [`record ${index + 1}`]));
  if (damaged.length === 0) return parsed.flatMap((result) => (result.success ? [result.data] : []));
  throw new UserError("run-directory", `${path} holds ${countOf(damaged.length, "damaged record")}`, {
    problems: damaged,
    hint: "remove the file and resume the run: what is missing is computed again",
  });
}
