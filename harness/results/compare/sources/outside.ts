import { open } from "node:fs/promises";
import type { z } from "zod";
import { countOf } from "../../../../base/counts.ts";
import { jsonOrUndefined, repeatedName } from "../../../../base/json-object.ts";
import { parsePlainly, problemsOf } from "../../../../base/plain-issues.ts";
import { UserError } from "../../../../base/user-error.ts";
import { readUtf8 } from "../../../../base/utf8-text.ts";
import { quantile } from "../../../../measure/statistics/basics/describe.ts";
import { tallied } from "../tallied.ts";
import type { Provenance, RunSource, SourceExecution } from "./run-source.ts";

/** Whether a file begins so, behind a byte order mark; false for what cannot be read as a file. */
export async function beginsAs(path: string, pattern: RegExp): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024));
    return pattern.test(buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, ""));
  } catch {
    return false; // Not there, or a folder: another kind of run source, whose reader says what is wrong.
  }
}

/** What a file of another tool is called, and where one comes from. */
interface ForeignFile {
  what: string;
  hint: string;
}

/** A JSON file of another tool. @throws UserError `input` with what does not fit the schema. */
export async function readForeignJson<T>(path: string, schema: z.ZodType<T>, file: ForeignFile): Promise<T> {
  return fitForeign(path, parseForeignJson(path, await readUtf8(path)), { schema, ...file });
}

/** The value as the schema has it. @throws UserError `input` with what does not fit. */
export function fitForeign<T>(
  path: string,
  value: unknown,
  { schema, what, hint }: ForeignFile & { schema: z.ZodType<T> },
): T {
  const parsed = parsePlainly(schema, value);
  if (parsed.success) return parsed.data;
  throw new UserError("input", `${path} is not ${what}`, {
    problems: problemsOf(parsed.error).slice(0, 10),
    hint,
  });
}

/** The value of a JSON text, null for another text. @throws UserError `input` where an object names two members alike */
export function parseForeignJson(path: string, text: string): unknown {
  const value = jsonOrUndefined(text) ?? jsonOrUndefined(withoutPythonNumbers(text)) ?? null;
  const twice = value === null ? null : repeatedName(text);
  if (twice === null) return value;
  throw new UserError("input", `${path}: ${JSON.stringify(twice)} stands twice in one object`, {
    hint: "only the last would count: write the file again",
  });
}

/** Python writes what no JSON has, NaN and Infinity, as bare words: no values, and so null. */
function withoutPythonNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b|-?\bInfinity\b/g, (found) => (found.startsWith('"') ? found : "null"));
}

/** @throws UserError `input` naming executions that a file holds twice: which of them counts would be chance. */
export function refuseTwice(path: string, executions: readonly Pick<SourceExecution, "name">[]): void {
  const twice = Object.entries(tallied(executions.map(({ name }) => name))).filter(([, count]) => count > 1);
  if (twice.length === 0) return;
  throw new UserError(
    "input",
    `${path}: ${countOf(twice.length, "execution stands", "executions stand")} there twice`,
    {
      problems: twice.slice(0, 20).map(([name, count]) => `${name}: ${count} times`),
    },
  );
}

export interface ForeignFacts {
  run_id: string;
  created_at?: string;
  scenarios: Provenance["scenarios"];
  /** Names; a definition is the tool and the name, so that only equal tools are compared. */
  metrics: readonly string[];
  seconds?: readonly number[];
  cost_usd?: number | null;
}

/** What another tool's results say of where they come from: corpus, judge and version of ours are unknown. */
export function foreignProvenance(tool: RunSource["kind"], facts: ForeignFacts): Provenance {
  const { run_id, created_at = null, scenarios, metrics, seconds = [], cost_usd = null } = facts;
  return {
    run_id,
    created_at,
    scopebench_version: null,
    commit: null,
    corpus: null,
    synthetic_corpus: false,
    judge: null,
    judge_name: null,
    stand_in_models: [],
    stand_in_judges: [],
    scenarios,
    clusters: {},
    metrics: Object.fromEntries(metrics.map((metric) => [metric, `${tool}:${metric}`])),
    configurations: {},
    cost_usd,
    latency_median_s: quantile(seconds, 0.5),
    latency_p95_s: quantile(seconds, 0.95),
  };
}

/** An execution of the one configuration that a file is about: files of two models can be compared. */
export function foreignExecution(
  given: Pick<SourceExecution, "name" | "scenario" | "scores" | "outcome"> & { configuration?: string },
): SourceExecution {
  const { configuration = "run", ...rest } = given;
  return { ...rest, configuration, model: configuration, family: "all" };
}
