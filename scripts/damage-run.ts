/**
 * Damages one file of a run at a time, lets `scopebench runs verify` look, and mends it again: a flipped byte, a deleted, truncated, added file, two
 * files swapped. Every kind of file gets its turn. Prints a line a kind of damage and each damage that is not named by its file in one line; exits with 1 when
 * there is any. The run is worked on in a copy.
 *
 *   node --import tsx scripts/damage-run.ts <run directory> [flipped bytes, default 200] [seed]
 */
import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { makeRandom, randomInteger } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { cli } from "../harness/cli/index.ts";
import { filesOf, isUnder } from "../harness/record/run-directory/checksums.ts";
import { FRAME } from "../harness/record/run-directory/find-faults.ts";
import { RUN_PATHS } from "../harness/record/run-directory/paths.ts";
import type { CheckResult } from "../harness/run/verify/verify-run.ts";
import { argumentsOf } from "./arguments.ts";

const [original = "", flips = "200", seed = "1"] = argumentsOf(import.meta.filename, {}).positionals;
const random = makeRandom("damage-run", Number(seed));

interface Damage {
  /** Every one of these has to be named. */
  paths: string[];
  undo(): Promise<void>;
}
type Harm = (run: string, path: string, other: string) => Promise<Damage>;

const HARMS: Record<string, Harm> = {
  "a byte flipped": async (run, path) => {
    const bytes = await readFile(join(run, path));
    const flipped = Buffer.from(bytes);
    flipped[randomInteger(random, bytes.length)]! ^= 1 << randomInteger(random, 8);
    await writeFile(join(run, path), flipped);
    return { paths: [path], undo: () => writeFile(join(run, path), bytes) };
  },
  deleted: async (run, path) => {
    const bytes = await readFile(join(run, path));
    await rm(join(run, path));
    return { paths: [path], undo: () => writeFile(join(run, path), bytes) };
  },
  truncated: async (run, path) => {
    const bytes = await readFile(join(run, path));
    await writeFile(join(run, path), bytes.subarray(0, randomInteger(random, bytes.length)));
    return { paths: [path], undo: () => writeFile(join(run, path), bytes) };
  },
  added: async (run, path) => {
    const added = join(dirname(path), `added-${randomInteger(random, 1_000_000)}${extname(path)}`);
    await cp(join(run, path), join(run, added));
    return { paths: [added], undo: () => rm(join(run, added)) };
  },
  swapped: async (run, path, other) => {
    const swap = async () => {
      await rename(join(run, path), join(run, "swapped"));
      await rename(join(run, other), join(run, path));
      await rename(join(run, "swapped"), join(run, other));
    };
    await swap();
    return { paths: [path, other], undo: swap };
  },
};

process.exitCode = await withScratchFolder("damage", async (scratch) => {
  const run = join(scratch, "run");
  await cp(original, run, { recursive: true });
  const before = await verify(run);
  if (before.some(({ ok }) => ok === false)) throw new Error(`the run is damaged already:\n${text(before)}`);
  const kinds = await kindsOf(run);
  console.log(`${kinds.length} kinds of file in ${kinds.flat().length} files`);
  let missed = 0;
  for (const [name, harm] of Object.entries(HARMS)) missed += await tryAll(run, kinds, { name, harm });
  return missed === 0 ? 0 : 1;
});

/** Gives how many were not found and named. */
async function tryAll(run: string, kinds: string[][], { name, harm }: { name: string; harm: Harm }): Promise<number> {
  // Without these nobody can say what the other of two swapped files is.
  const usable =
    name === "swapped" ? kinds.filter(([path]) => !isUnder(path!, FRAME) && path !== RUN_PATHS.config) : kinds;
  const times = name === "a byte flipped" ? Number(flips) : Math.ceil(Number(flips) / 4);
  let named = 0;
  for (let at = 0; at < times; at++) {
    const [path, other] = [draw(usable[at % usable.length]!), draw(usable[(at + 1) % usable.length]!)];
    const { paths, undo } = await harm(run, path, other);
    const bad = (await verify(run)).filter(({ ok }) => ok === false);
    await undo();
    const isNamed = paths.every((each) => bad.some(({ check, todo }) => check === each && todo !== undefined));
    if (isNamed && bad.length === paths.length) named++;
    else console.log(`  ${name}: ${paths.join(", ")}\n${text(bad)}`);
  }
  console.log(`${name.padEnd(15)} ${named} of ${times} found and named, one line a file`);
  return times - named;
}

/** What the command says; an error in place of findings counts as one about the file that it names. */
async function verify(run: string): Promise<CheckResult[]> {
  let [out, errors] = ["", ""];
  const io = {
    ...{ cwd: dirname(run), environment: {}, interactive: false, columns: 200, signal: new AbortController().signal },
    out: (line: string) => {
      out += line;
    },
    error: (line: string) => {
      errors += `${line}\n`;
    },
  };
  await cli(["runs", "verify", run, "--json"], io);
  if (out !== "") return JSON.parse(out) as CheckResult[];
  const [, path = "?"] = /([\w.]+\.json)/.exec(errors.replaceAll(`${run}/`, "")) ?? [];
  return [{ ok: false, check: path, detail: errors, ...(errors.includes("-> ") && { todo: errors }) }];
}

/** Files that hold something, by folder of the run and ending. */
async function kindsOf(run: string): Promise<string[][]> {
  const kinds = new Map<string, string[]>();
  for (const path of await filesOf(run, ["."])) {
    if ((await readFile(join(run, path))).length === 0) continue;
    const [folder] = path.split("/");
    const kind = `${path.includes("/") ? folder : path} ${extname(path)}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
  }
  return [...kinds.values()];
}

function draw(paths: readonly string[]): string {
  return paths[randomInteger(random, paths.length)] as string;
}

function text(findings: readonly CheckResult[]): string {
  return findings.map(({ ok, check, detail }) => `    ${ok} ${check}: ${detail}`).join("\n");
}
