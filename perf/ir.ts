/**
 * Times `scopebench measure ir` against pytrec_eval (trec_eval's C code) on the same files, each in its own process, parsing
 * included. The values of both are compared as well.
 *
 *     python3 -m venv .venv && .venv/bin/pip install pytrec-eval-terrier
 *     node --import tsx perf/ir.ts --python .venv/bin/python [--queries 1000] [--documents 100]
 *
 * `pytrec-eval-terrier` is the maintained package of the same module `pytrec_eval`; `pytrec_eval` itself builds from
 * source and downloads trec_eval while doing so.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeRandom, randomInteger, shuffle } from "../base/random.ts";

const METRICS = ["map", "rprec", "bpref", "mrr", "ndcg@10", "precision@5", "recall@10", "success@10"];

const { values: flags } = parseArgs({
  options: {
    python: { type: "string" },
    queries: { type: "string", default: "1000" },
    documents: { type: "string", default: "100" },
    rounds: { type: "string", default: "5" },
  },
});

interface Timing {
  /** From the first byte read to the last mean, in the process itself. */
  seconds: number;
  /** Processor time of the same span, all threads: what counts on a busy machine. */
  cpuSeconds: number;
  /** The whole process, start-up included. */
  processSeconds: number;
  peakMb: number;
  means: Record<string, number>;
}

await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-perf-"));
  try {
    const files = await writeFiles(folder, Number(flags.queries), Number(flags.documents));
    const ours = best(process.execPath, ["--import", "tsx", script("ir-once.ts"), ...files, METRICS.join(",")]);
    report(`scopebench (${flags.queries} queries x ${flags.documents} documents)`, ours);
    if (flags.python === undefined) return console.log("give --python to compare with pytrec_eval");
    const theirs = best(flags.python, [script("ir_pytrec_eval.py"), ...files]);
    report("pytrec_eval", theirs);
    console.log(
      `ratio ours / theirs: ${ratio(ours, theirs, "seconds")} wall, ${ratio(ours, theirs, "cpuSeconds")} processor, ${ratio(ours, theirs, "processSeconds")} with start-up`,
    );
    console.log(`largest difference of a mean: ${largestDifference(ours.means, theirs.means).toExponential(1)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Random qrels and an unsorted run with ties; about one document in five is judged, half of those relevant. */
async function writeFiles(folder: string, queries: number, documents: number): Promise<[string, string]> {
  const random = makeRandom("perf/ir", queries, documents);
  const qrels: string[] = [];
  const run: string[] = [];
  for (let q = 0; q < queries; q++) {
    const ids = shuffle(
      random,
      Array.from({ length: documents }, (_, d) => `doc-${q % 7}-${String(d).padStart(6, "0")}`),
    );
    ids.forEach((id, rank) => {
      if (random() < 0.2) qrels.push(`q${q} 0 ${id} ${randomInteger(random, 2)}`);
      run.push(`q${q} Q0 ${id} ${rank + 1} ${(Math.round(random() * 4096) / 64).toFixed(6)} perf`);
    });
  }
  const paths: [string, string] = [join(folder, "qrels.txt"), join(folder, "run.txt")];
  await writeFile(paths[0], `${qrels.join("\n")}\n`);
  await writeFile(paths[1], `${run.join("\n")}\n`);
  return paths;
}

/** The fastest of some rounds: the least disturbed by whatever else the machine does. */
function best(command: string, args: readonly string[]): Timing {
  const rounds = Array.from({ length: Number(flags.rounds) }, () => {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    return {
      ...(JSON.parse(stdout) as Omit<Timing, "processSeconds">),
      processSeconds: (performance.now() - start) / 1000,
    };
  });
  return rounds.sort((a, b) => a.seconds - b.seconds)[0]!;
}

function report(name: string, { seconds, cpuSeconds, processSeconds, peakMb }: Timing): void {
  const [wall, cpu, whole] = [seconds, cpuSeconds, processSeconds].map((value) => value.toFixed(3));
  console.log(`${name}: ${wall} s wall, ${cpu} s processor, ${whole} s with start-up, peak ${peakMb.toFixed(0)} MB`);
}

function ratio(ours: Timing, theirs: Timing, of: "seconds" | "cpuSeconds" | "processSeconds"): string {
  return (ours[of] / theirs[of]).toFixed(2);
}

function largestDifference(ours: Record<string, number>, theirs: Record<string, number>): number {
  return Math.max(...METRICS.map((metric) => Math.abs(ours[metric]! - theirs[metric]!)));
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
