import { z } from "zod";
import type { Artifact } from "../corpus.ts";
import type { Problems } from "./problems.ts";
import { quote, showable } from "./quote.ts";
import { readUtf8Lines } from "./utf8-lines.ts";

const artifactSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .refine((id) => id === id.trim() && !/[\r\n]/.test(id), "an id has no space at its ends and no line break"),
  type: z.string().min(1),
  title: z.string(),
  text: z.string(),
  meta: z.record(z.string(), z.unknown()).default({}),
});

/** Reads `artifacts.jsonl` line by line; each faulty line is a problem and is left out. `lineOf` gives the line of each id. */
export async function readArtifacts(
  path: string,
  problems: Problems,
): Promise<{ artifacts: Artifact[]; lineOf: Map<string, number> }> {
  const artifacts: Artifact[] = [];
  const lineOf = new Map<string, number>();
  for await (const { number, text } of readUtf8Lines(path)) {
    if (text?.trim() === "") continue;
    const artifact = parseLine(text, (problem) => problems.add(`artifacts.jsonl:${number}: ${problem}`));
    if (!artifact) continue;
    const first = lineOf.get(artifact.id);
    if (first !== undefined)
      problems.add(`artifacts.jsonl:${number}: id ${quote(artifact.id)} is taken by line ${first}`);
    else {
      lineOf.set(artifact.id, number);
      artifacts.push(artifact);
    }
  }
  return { artifacts, lineOf };
}

function parseLine(text: string | null, report: (problem: string) => void): Artifact | null {
  if (text === null) return fail(report, "not UTF-8: save the file in that encoding");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(report, `not JSON: ${showable((error as SyntaxError).message)}`);
  }
  const result = artifactSchema.safeParse(value);
  if (!result.success) {
    for (const issue of result.error.issues) report(sayIssue(issue));
    return null;
  }
  return isStorable(text, value)
    ? result.data
    : fail(report, "holds a NUL character or half of a surrogate pair, which no database stores");
}

function fail(report: (problem: string) => void, problem: string): null {
  report(problem);
  return null;
}

function sayIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join(".");
  const missing = issue.code === "invalid_type" && issue.message.includes("received undefined");
  if (missing) return `${quote(name)} is missing; a line is {"id", "type", "title", "text", "meta"}`;
  return name === "" ? issue.message : `${quote(name)}: ${issue.message}`;
}

/** Looks closely only where an escape in the line makes it possible. */
function isStorable(line: string, value: unknown): boolean {
  return (
    !/\\u(?:0000|[dD][89a-fA-F])/.test(line) ||
    everyText(value, (text) => !text.includes("\u0000") && isWellFormed(text))
  );
}

function everyText(value: unknown, accept: (text: string) => boolean): boolean {
  if (typeof value === "string") return accept(value);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, member]) => accept(key) && everyText(member, accept));
}

/** No surrogate stands alone. */
function isWellFormed(text: string): boolean {
  return !/(?:[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF])/.test(text);
}
