import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Table } from "../../harness/results/table-format/table.ts";
import { nonEmpty } from "../non-empty.ts";
import { runCli } from "./cli/run-cli.ts";

/** Both experiments in one small run: one configuration of each kind that has a published counterpart. */
const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
models: [{ name: explorer, provider: policy, model: explorer }]
workflows: [hybrid_rag, react, corrective_dense, static_sparse]
knowledge: [prompt]
baselines: [keyword]
corrective: { thresholds: { dense: 0.3, sparse: 0.1 } }
`;

const ROOT = join(import.meta.dirname, "../..");

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-reproduce-"));
  await writeFile(join(cwd, "small.yaml"), BENCH);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("runs an experiment, and shows ours with the published figures in 80 columns", async () => {
  const ran = await runCli(["runs", "reproduce", "strategies", "-c", "small.yaml"], { cwd });
  expect(ran.code, ran.errors).toBe(0);
  expect(ran.out).toMatch(/^ranker keyword +BM25 +– +– +\.728 +– +\[1\]$/m);
  expect(ran.out).toMatch(/^react +explorer /m);
  expect(ran.out).toMatch(/^react +GLM-5\.1 +\.613 +\.620 +– +– +\[2\]$/m);
  expect(ran.out).toContain("Stand-in models, not language models: explorer.");
  for (const line of nonEmpty(ran.out.split("\n").filter((line) => !line.startsWith("all columns"))))
    expect(line.length).toBeLessThanOrEqual(80);
});

it("shows what a run that is there already says of the other experiment, also as JSON, and changes nothing in it", async () => {
  const runs = await readdir(join(cwd, "runs"));
  const shown = await runCli(["runs", "reproduce", "corrective", "--run", "latest"], { cwd });
  expect(shown.out).toMatch(/^corrective dense +\.300 +\.330 /m);
  expect(shown.out).toMatch(/^static sparse +– +– /m);
  const json = await runCli(["runs", "reproduce", "corrective", "--run", "latest", "--json"], { cwd });
  const { rows }: Table = JSON.parse(json.out);
  expect(rows.map(({ level, threshold, published_threshold: published }) => [level, threshold, published])).toEqual([
    ["corrective_dense", 0.3, 0.33],
    ["static_sparse", null, null],
  ]);
  const file = join(cwd, "runs", runs[0]!, "metrics/tables/reproduction_corrective.md");
  expect(await readFile(file, "utf8")).toContain("| corrective dense | explorer | 0.300 | 0.330 |");
  expect(await readdir(join(cwd, "runs"))).toEqual(runs);
  expect((await runCli(["runs", "verify", "latest"], { cwd })).out).toContain("byte-identical");
});

it("goes on with a run that stopped, and says of one without such workflows that it has no table", async () => {
  const agents = ["--workflows", "react", "--limit", "1", "--until", "execute", "-c", "small.yaml"];
  expect((await runCli(["run", ...agents], { cwd })).code).toBe(0);
  const none = await runCli(["runs", "reproduce", "corrective", "--run", "latest"], { cwd });
  expect([none.code, none.errors]).toEqual([
    1,
    expect.stringContaining("this run has no table of the experiment 'corrective'"),
  ]);
  expect(none.errors).toContain("none of its workflows and no suite belongs to the experiment");
});

it("faults: four pipelines by stratum over published figures, and counts with the intervals that they lacked", async () => {
  await cp(join(ROOT, "examples/faults"), join(cwd, "faults"), { recursive: true });
  const few = ["-c", "faults/bench.yaml", "--runs-dir", "fault-runs", "--limit", "8"];
  const ran = await runCli(["runs", "reproduce", "faults", ...few], { cwd });
  expect(ran.code, ran.errors).toBe(0);
  expect(ran.out).toMatch(/^Keyword only \(BM25\) +all +[\d.]+ ± \.\d+ .* \d$/m);
  expect(ran.out).toMatch(/^Hybrid, re-ranked +published +\.81 ± \.06 +\.761 +\.883 +180$/m);
  // R: prop.test(126, 175, correct = FALSE), prop.test(20, 44, correct = FALSE), binom.test(20, 44).
  expect(ran.out).toMatch(/^first system, of three +126 +175 +\.720 +\.649 +\.781 +< 0\.001$/m);
  expect(ran.out).toMatch(/^with patterns, of two +20 +44 +\.455 +\.317 +\.599 +\.652$/m);
  expect(ran.out).toMatch(/^published \(UMAP\) +1,999 +34 +\.165 /m);
  for (const line of nonEmpty(ran.out.split("\n").filter((line) => !line.startsWith("all columns"))))
    expect(line.length).toBeLessThanOrEqual(80);
  const json = await runCli(["runs", "reproduce", "faults", "--run", "latest", "--runs-dir", "fault-runs", "--json"], {
    cwd,
  });
  const tables: Table[] = JSON.parse(json.out);
  expect(tables.map(({ name }) => name)).toEqual([
    "reproduction_faults",
    "reproduction_faults_counts",
    "reproduction_faults_patterns",
  ]);
  // scipy: 2 * binom.sf(125, 175, 1 / 3); one minus the lower tail would be 0.
  expect(tables[1]!.rows.find(({ what }) => what === "first system, of three")!.p).toBeCloseTo(3.4623e-25, 28);
  expect(tables[0]!.rows.map(({ questions }) => questions)).toContain("patterns");
  expect(tables[2]!.rows.map(({ reports, patterns, apart }) => [reports, patterns, apart])).toEqual([
    [1999, 34, 0.165],
    [497, expect.any(Number), expect.any(Number)],
    [497, 36, expect.any(Number)],
  ]);
  const folder = join(cwd, "fault-runs");
  const [run] = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name));
  const pairs = await readFile(join(folder, run!, "metrics/tables/fault_pairs.md"), "utf8");
  expect(pairs).toMatch(
    /^\| reports \| all \| Keyword only \(BM25\) \| Vector only \| [−\d.]+ \| [−\d.]+ \| [−\d.]+ \|/m,
  );
  expect(pairs).not.toContain("Random");
});

it("faults: routing of ours stands beneath the published count, with its interval", async () => {
  const items = ["--scenario-file", "faults/routing.yaml", "--limit", "4", "--runs-dir", "routing-runs"];
  const ran = await runCli(["run", "-c", "faults/bench.yaml", ...items, "--workflows", "react", "--until", "score"], {
    cwd,
  });
  expect(ran.code, ran.errors).toBe(0);
  const shown = await runCli(
    ["runs", "reproduce", "faults", "--run", "latest", "--runs-dir", "routing-runs", "--json"],
    {
      cwd,
    },
  );
  const [counts]: Table[] = JSON.parse(shown.out);
  const routing = counts!.rows.filter(({ what }) => String(what).startsWith("routing"));
  expect(routing.map(({ what, count, of }) => [what, count, of])).toEqual([
    ["routing, 51 items", 42, 51],
    ["routing here, explorer · ReAct · Prompt", expect.any(Number), 4],
  ]);
  expect(routing[1]!.high).toBeGreaterThan(0.4);
});
