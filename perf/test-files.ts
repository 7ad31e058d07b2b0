/**
 * What each test file takes of the processor, in its worker and in the processes that it starts, costliest first, as a Markdown table
 * (Linux). Beside other work processor time is nearly what it is on an idle machine; wall is not.
 *
 *   node --import tsx perf/test-files.ts [PATH ...] [--top 40] [--append TIMES.jsonl]
 *
 * PATH as vitest takes them; none is the whole suite. --append keeps the measurements, one a line.
 */
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { startVitest } from "vitest/node";
import { argumentsOf } from "../scripts/arguments.ts";
import type { FileTimes } from "./test-files/file-times.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  top: { type: "string", default: "40" },
  append: { type: "string" },
});
const kept = values.append ?? join(mkdtempSync(join(tmpdir(), "scopebench-file-times-")), "times.jsonl");
const before = readTimes().length;
process.env.SCOPEBENCH_FILE_TIMES = kept;
const vitest = await startVitest("test", positionals, {
  watch: false,
  reporters: ["dot"],
  // What every run has first: collecting is part of what a file takes.
  setupFiles: ["test-files/record-processor-time.ts", "../test/collect-memory.ts"].map((file) =>
    join(import.meta.dirname, file),
  ),
});
await vitest.close();

const times = readTimes().slice(before);
const seconds = ({ own, children }: FileTimes) => own + children;
console.log("| file | processor, s | of it in processes of its own | wall, s |\n|---|---|---|---|");
for (const one of times.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, Number(values.top))) {
  const cells = [seconds(one), one.children, one.wall].map((value) => value.toFixed(1));
  console.log(`| ${relative(join(import.meta.dirname, ".."), one.file)} | ${cells.join(" | ")} |`);
}
console.log(`\n${times.length} files, ${times.reduce((sum, one) => sum + seconds(one), 0).toFixed(0)} s`);

function readTimes(): FileTimes[] {
  const lines = existsSync(kept) ? readFileSync(kept, "utf8").split("\n").filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}
