/**
 * Pictures of the page Compare for four real pairs of runs: red, green, not comparable, and passed without the power to see a loss. Makes
 * the runs (stand-ins, no key) in the folder, or uses those that are there; light and dark, 1280 and 400 pixels wide.
 *
 *     node --import tsx scripts/compare-screenshots.ts <folder for runs and pictures>
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { $, fs } from "zx";
import { argumentsOf } from "./arguments.ts";
import { launchBrowser } from "./browser.ts";
import { looksAt, takePictures } from "./pictures/of-report.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const MATRIX = ["--models", "explorer,sprinter", "--workflows", "react", "--knowledge", "prompt,skill"];
const RUNS = {
  before: [],
  again: [],
  "fewer-tools": ["--tools", "keyword,artifact"],
  few: ["--limit", "16"],
  "few-again": ["--limit", "16", "--seed", "2"],
} as const;
type RunName = keyof typeof RUNS;
const PAIRS: readonly { name: string; baseline: RunName; candidate: RunName }[] = [
  { name: "red", baseline: "before", candidate: "fewer-tools" },
  { name: "green", baseline: "before", candidate: "again" },
  { name: "not-comparable", baseline: "before", candidate: "few" },
  { name: "underpowered", baseline: "few", candidate: "few-again" },
];
const [given] = argumentsOf(import.meta.filename, {}).positionals;
if (!given) throw new Error("expected a folder for the runs and pictures: --help");
const folder = resolve(given);

for (const { name, baseline, candidate } of PAIRS) {
  const [before, after] = [await madeRun(baseline), await madeRun(candidate)];
  await scopebench("runs", "stage", "plots", after);
  await scopebench("report", "build", after, "--baseline", before);
  const pages = [{ name, address: "compare.html" }];
  for (const path of await takePictures(join(after, "report"), {
    pages,
    looks: looksAt([400, 1280]),
    folder,
    launchBrowser,
  }))
    console.log(path);
}

/** The folder of the run, made unless it is there. */
async function madeRun(name: RunName): Promise<string> {
  const runs = join(folder, name);
  if (!fs.existsSync(runs)) await scopebench("run", "--quick", ...MATRIX, ...RUNS[name], "--runs-dir", runs);
  const [only] = (await fs.readdir(runs)).filter((file) => /^\d/.test(file));
  return join(runs, only!);
}

async function scopebench(...args: string[]): Promise<void> {
  await $({ stdio: ["ignore", "ignore", "inherit"] })`${process.execPath} --import tsx ${BIN} ${args}`;
}
