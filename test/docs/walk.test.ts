import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../harness/cli/run-cli.ts";
import { nonEmpty } from "../non-empty.ts";
import { commandsOf, papers, snippetsOf, wordsOf } from "./pages.ts";

/** They go on until Ctrl-C or draw all figures, and have tests of their own. */
const ELSEWHERE = /^(?:report serve|assistant|resume)\b/;

/** Shell lines of a page from a heading on, up to the next one. */
function linesUnder(path: string, heading: string): string[] {
  const page = papers().find((paper) => paper.path === path)!;
  const [, after = ""] = page.text.split(`\n## ${heading}\n`);
  return snippetsOf({ path, text: after.split("\n## ")[0]! }).flatMap(commandsOf);
}

it("the first steps and README's eight commands do what they say, on a small corpus", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "scopebench-walk-"));
  await writeFile(join(cwd, "bench.yaml"), "corpus: { type: telecom, seed: 7, scale: 0.05 }\n");
  const pages = ["Ask", "Run, and look at what failed", "Change something, and see what it did", "Read the whole"];
  const lines = [
    ...pages.flatMap((heading) => linesUnder("docs/start.md", heading)),
    ...linesUnder("README.md", "Eight commands"),
  ];
  const told: string[] = [];
  for (const line of nonEmpty([...new Set(lines)])) {
    const words = wordsOf(line).slice(2);
    if (ELSEWHERE.test(words.join(" "))) continue;
    const { code, out, errors } = await runCli(words, { cwd });
    expect([line, code], errors).toEqual([line, 0]);
    told.push(`${out}${errors}`);
  }
  expect(told.join("\n")).toMatch(/Evidence[\s\S]*functional pass[\s\S]*before\.csv/);
  await rm(cwd, { recursive: true });
});
