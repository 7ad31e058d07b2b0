/**
 * Reads the configurations of a folder (`r1.ios`, `r2.junos`, ...) and 200 random damages of those that it reads as ciscoconfparse2 does, and
 * holds both against what that package reads: `node --import tsx scripts/device-configurations.ts FOLDER --python PYTHON [--seed 1]`. PYTHON is one
 * that has ciscoconfparse2; its sources hold configurations in tests/fixtures/configs. Prints what was read, what patterns of features fit, and what
 * became of damages: read as the other reads them, told of, or neither.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { makeRandom } from "../base/random.ts";
import { compareText } from "../base/text-order.ts";
import { readConfigurations } from "../harness/run/attachments/read-configurations.ts";
import { memoryFile } from "../import/sources/files.ts";
import { argumentsOf } from "./arguments.ts";
import { damagedAtRandom } from "./device-oracle/damages.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  python: { type: "string", default: "python3" },
  seed: { type: "string", default: "1" },
});
const [folder = "."] = positionals;
const SYSTEMS: Readonly<Record<string, string>> = {
  ...{ ".ios": "IOS", ".iosxr": "IOS XR", ".nxos": "NX-OS", ".junos": "Junos", ".asa": "ASA", ".f5": "F5" },
};
const PATTERNS = [
  "^interface ",
  "^router bgp",
  "^router ospf",
  "^ip access-list",
  "^snmp-server",
  "^aaa ",
  "^vlan",
  "^route-map",
  "^protocols$",
];
/** Larger ones take the other reader minutes. */
const MOST_BYTES = 100_000;
const DAMAGES = 200;

/** Head, and lines beneath it. */
type Block = readonly [head: string, below: readonly string[]];
interface Reading {
  blocks: readonly Block[];
  problems: readonly string[];
}

const names: string[] = [];
for (const name of (await readdir(folder)).sort(compareText))
  if (SYSTEMS[extname(name)] && (await stat(join(folder, name))).size <= MOST_BYTES) names.push(name);
const files = new Map(
  await Promise.all(names.map(async (name) => [name, new Uint8Array(await readFile(join(folder, name)))] as const)),
);
const [ours, theirs] = [await readOurs(files), await readTheirs(files)];
const key = (block: Block) => JSON.stringify(block);
const sharedOf = (name: string) => {
  const left = theirs.get(name)!.blocks.map(key);
  return ours.get(name)!.blocks.filter((block) => {
    const at = left.indexOf(key(block));
    return at >= 0 && left.splice(at, 1).length === 1;
  }).length;
};
const isEqual = (a: Reading, b: Reading) => JSON.stringify(a.blocks) === JSON.stringify(b.blocks);

const rows = Object.entries(SYSTEMS).map(([end, system]) => {
  const own = names.filter((name) => extname(name) === end);
  const blocks = (from: typeof ours) => own.flatMap((name) => from.get(name)!.blocks);
  const below = (from: typeof ours) => blocks(from).reduce((sum, [, lines]) => sum + lines.length, 0);
  const shared = own.reduce((sum, name) => sum + sharedOf(name), 0);
  return [system, own.length, blocks(ours).length, blocks(theirs).length, shared, below(ours), below(theirs)];
});
print(["system", "files", "blocks", "theirs", "equal with all beneath", "lines beneath", "theirs"], rows);

const countFits = (from: typeof ours, pattern: string) =>
  [...from.values()].flatMap(({ blocks }) => blocks).filter(([head]) => new RegExp(pattern).test(head)).length;
print(
  ["pattern", "blocks", "theirs"],
  PATTERNS.map((pattern) => [`\`${pattern}\``, countFits(ours, pattern), countFits(theirs, pattern)]),
);

const whole = names.filter(
  (name) => isEqual(ours.get(name)!, theirs.get(name)!) && ours.get(name)!.problems.length === 0,
);
const damaged = damagedAtRandom(
  whole.map((name) => [name, files.get(name)!] as const),
  DAMAGES,
  makeRandom(Number(values.seed)),
);
const [read, expected] = [await readOurs(damaged), await readTheirs(damaged)];
const outcomes = [...damaged.keys()].map((name) => {
  if (read.get(name)!.problems.length > 0) return "told";
  return isEqual(read.get(name)!, expected.get(name)!) ? "as the other" : "neither";
});
const countOf = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
print(
  ["damaged", "read as the other reads it", "told of", "neither"],
  [[outcomes.length, ...["as the other", "told", "neither"].map(countOf)]],
);
for (const [at, name] of [...damaged.keys()].entries()) if (outcomes[at] === "neither") console.error(name);

async function readOurs(all: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Reading>> {
  const found = new Map<string, Reading>();
  for (const [name, bytes] of all) {
    const { configurations, problems } = await readConfigurations(
      [{ record: "R", file: memoryFile(name, bytes) }],
      ["*"],
    );
    const blocks = configurations.flatMap((one) => one.blocks);
    found.set(name, {
      problems,
      blocks: plain(blocks.map(({ text, below }) => [text, below.map((line) => line.text)])),
    });
  }
  return found;
}

async function readTheirs(all: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Reading>> {
  const written = await mkdtemp(join(tmpdir(), "scopebench-devices-"));
  for (const [name, bytes] of all) await writeFile(join(written, name), bytes);
  const script = join(import.meta.dirname, "device-oracle/blocks.py");
  const output = execFileSync(values.python, [script, written], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await rm(written, { recursive: true });
  const lines = output.split("\n").filter((line) => line.startsWith('{"name"'));
  const found = lines.map((line) => JSON.parse(line) as { name: string; blocks?: Block[]; error?: string });
  return new Map(
    found.map(({ name, blocks = [], error }) => [name, { blocks: plain(blocks), problems: error ? [error] : [] }]),
  );
}

/** Without comments, blank lines and signs of braces, which either reader keeps in its own way. */
function plain(blocks: readonly Block[]): Block[] {
  const text = (line: string) =>
    line
      .replace(/\s*##.*$/, "")
      .replace(/\s*[{;]$/, "")
      .replace(/\s+/g, " ")
      .trim();
  const says = (line: string) => line !== "" && !/^[!#]|^[}\]]+;?$/.test(line);
  return blocks
    .map(([head, below]): Block => [text(head), below.map(text).filter(says)])
    .filter(([head, below]) => says(head) || below.length > 0);
}

function print(columns: readonly string[], table: readonly (readonly (string | number)[])[]): void {
  for (const row of [columns, columns.map(() => "---"), ...table]) console.log(`| ${row.join(" | ")} |`);
  console.log();
}
