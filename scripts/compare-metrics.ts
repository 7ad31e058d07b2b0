/**
 * Compares two runs' `metrics/` value by value. Exits with 1 where a number differs or is missing, apart from wall-clock times.
 *
 *     node --import tsx scripts/compare-metrics.ts OLD_RUN NEW_RUN
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { countOf } from "../base/counts.ts";
import { compareText } from "../base/text-order.ts";
import { RUN_PATHS } from "../harness/record/run-directory/paths.ts";
import { argumentsOf } from "./arguments.ts";

/** What a repetition does not reproduce. */
const WALL_CLOCK = /^(timing|tables\/timing_)/;
/** Markdown and LaTeX are printed from the same rows. */
const VALUES = /\.(json|jsonl|csv)$/;
/** Differences that are printed of one kind. */
const SHOWN = 20;

type Leaf = string | number | boolean | null;
type Leaves = ReadonlyMap<string, Leaf>;

interface Pair {
  file: string;
  path: string;
  before: Leaf | undefined;
  after: Leaf | undefined;
}

const [before, after] = argumentsOf(import.meta.filename, {}).positionals;
if (before === undefined || after === undefined) throw new Error("name two run directories: the old one, the new one");
process.exitCode = await compareRuns(before, after);

async function compareRuns(first: string, second: string): Promise<number> {
  const [old, now] = [await filesOf(first), await filesOf(second)];
  const both = old.filter((name) => now.includes(name));
  const gone = old.filter((name) => !now.includes(name));
  const compared: Pair[] = [];
  for (const file of both)
    for (const pair of pairsOf(file, await leavesOf(first, file), await leavesOf(second, file))) compared.push(pair);
  const numbers = compared.filter(isNumber);
  const differ = compared.filter(({ before: a, after: b }) => !Object.is(a, b));
  const timed = differ.filter(({ file }) => WALL_CLOCK.test(file));
  const wrong = differ.filter((pair) => isNumber(pair) && !timed.includes(pair));
  const equal = numbers.filter(({ before: a, after: b }) => Object.is(a, b)).length;
  console.log(`${countOf(both.length, "file")} in both; ${numbers.length} numbers compared, ${equal} equal`);
  show("numbers that differ", wrong);
  show(
    "texts that differ",
    differ.filter((pair) => !isNumber(pair) && !timed.includes(pair)),
  );
  show("differences of wall-clock times", timed);
  console.log(`only in the old run: ${gone.join(", ") || "nothing"}`);
  console.log(`only in the new run: ${now.filter((name) => !old.includes(name)).join(", ") || "nothing"}`);
  return wrong.length + gone.length > 0 ? 1 : 0;
}

/** The values of both sides at each place that either has. */
function pairsOf(file: string, a: Leaves, b: Leaves): Pair[] {
  return [...new Set([...a.keys(), ...b.keys()])].map((path) => {
    return { file, path, before: a.get(path), after: b.get(path) };
  });
}

function isNumber({ before: a, after: b }: Pair): boolean {
  return typeof a === "number" || typeof b === "number";
}

function show(what: string, differences: readonly Pair[]): void {
  console.log(`${what}: ${differences.length}`);
  for (const { file, path, before: a, after: b } of differences.slice(0, SHOWN))
    console.log(`  ${file} ${path}: ${cut(a)} -> ${cut(b)}`);
}

function cut(value: Leaf | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value).slice(0, 120);
}

async function filesOf(run: string): Promise<string[]> {
  const folder = join(run, RUN_PATHS.metrics);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && VALUES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort(compareText);
}

/** Every value of a file by where it stands. */
async function leavesOf(run: string, file: string): Promise<Leaves> {
  const text = await readFile(join(run, RUN_PATHS.metrics, file), "utf8");
  const leaves = new Map<string, Leaf>();
  collect(leaves, "", parsed(file, text));
  return leaves;
}

function parsed(file: string, text: string): unknown {
  if (file.endsWith(".json")) return JSON.parse(text);
  if (file.endsWith(".jsonl")) return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return (parse(text) as string[][]).map((row) => row.map((cell) => (isNumeral(cell) ? Number(cell) : cell)));
}

function isNumeral(cell: string): boolean {
  return /^-?\d/.test(cell) && Number.isFinite(Number(cell));
}

function collect(leaves: Map<string, Leaf>, path: string, value: unknown): void {
  if (value === null || typeof value !== "object") leaves.set(path, value as Leaf);
  else for (const [key, member] of Object.entries(value)) collect(leaves, `${path}/${key}`, member);
}
