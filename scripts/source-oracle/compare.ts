import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../base/user-error.ts";
import { Problems } from "../../import/folder/problems.ts";
import { checkContent } from "../../import/sources/check-content.ts";
import { chooseAdapter } from "../../import/sources/choose-adapter.ts";
import { openSource, type Source } from "../../import/sources/files.ts";
import type { SourceContent } from "../../import/sources/source.ts";

/** One line of `expectations.tsv`. */
export interface Expectation {
  path: string;
  adapter: string;
  verdict: string;
  counts: Readonly<Record<string, string>>;
  says: RegExp | null;
}

export interface SourceComparison {
  expectation: Expectation;
  /** What detection chooses; null when it refuses to. */
  detected: string | null;
  verdict: "read" | "reported" | "above" | "refused";
  /** Everything that differs, one sentence each; empty when all is equal. */
  differences: string[];
  /** What the reader said: refusal, faulty records, notes. */
  said: string[];
}

export async function readExpectations(): Promise<Expectation[]> {
  const text = await readFile(new URL("./expectations.tsv", import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [path, adapter, verdict, counts, says] = line.split("\t") as [string, string, string, string, string];
      const pairs = counts === "-" ? [] : counts.split(" ").map((pair) => pair.split("=") as [string, string]);
      return {
        path,
        adapter,
        verdict,
        counts: Object.fromEntries(pairs),
        says: says === "-" ? null : new RegExp(says),
      };
    });
}

/** Reads a file with the adapter that is meant for it and compares with what others count. */
export async function compare(root: string, expectation: Expectation): Promise<SourceComparison> {
  const source = await openSource(join(root, expectation.path));
  const result = await readAs(source, expectation.adapter);
  const said = result.said.join("\n");
  const differences = [
    ...(result.verdict === expectation.verdict
      ? []
      : [`${result.verdict} where ${expectation.verdict} is expected: ${said}`]),
    ...Object.entries(expectation.counts).flatMap(([name, count]) => {
      const found = foundOf(result.content, name);
      return found === count ? [] : [`${name} is ${found}, expected ${count}`];
    }),
    ...(expectation.says && !expectation.says.test(said) ? [`nothing says ${expectation.says}`] : []),
  ];
  return { expectation, detected: detect(source), verdict: result.verdict, differences, said: result.said };
}

function detect(source: Source): string | null {
  try {
    return chooseAdapter(source).adapter.name;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

type Result = Pick<SourceComparison, "verdict" | "said"> & { content: SourceContent | null };

async function readAs(source: Source, format: string): Promise<Result> {
  const problems = new Problems();
  try {
    const content = await chooseAdapter(source, format).adapter.read(source, { problems, broken: [], columns: {} });
    checkContent(content, problems);
    const share = problems.count / Math.max(1, content.records);
    const verdict = problems.count === 0 ? "read" : share > 0.01 ? "above" : "reported";
    return { verdict, content, said: [...problems.list(), ...content.notes] };
  } catch (error) {
    if (error instanceof UserError) return { verdict: "refused", content: null, said: [error.message] };
    throw error;
  }
}

/** A count; `ids` are those of the artifacts, `firstQuery` the first topic's. */
function foundOf(content: SourceContent | null, name: string): string {
  if (name === "ids") return (content?.artifacts ?? []).map(({ id }) => id.replaceAll(" ", "_")).join(",");
  if (name === "firstQuery") return content?.retrieval?.queries[0]?.id ?? "";
  return String(content?.counts[name.replaceAll("_", " ")] ?? 0);
}
