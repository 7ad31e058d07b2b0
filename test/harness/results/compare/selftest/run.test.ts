import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRandom } from "../../../../../base/random.ts";
import { normalQuantile } from "../../../../../measure/statistics/basics/distributions.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { runCli } from "../../../cli/run-cli.ts";
import { makeScoredRun } from "../scored-run.ts";

const RUNS = ["r1", "r2", "r3", "r4"];
let cwd: string;

/** A run that is moved as a whole, at random, as its scenarios are; the truth is the same in all. */
async function makeRun(name: string, { moved, repeats = 1 }: { moved: number; repeats?: number }): Promise<void> {
  const random = makeRandom("self-test", name);
  const shift = moved * normalQuantile(random());
  const noise = () => 0.1 * normalQuantile(random());
  await makeScoredRun(join(cwd, "runs", name), {
    repeats,
    manifest: { run_id: name, stand_in_models: [] },
    score: ({ metric }) => (metric === "ndcg@10" ? Math.min(1, Math.max(0, 0.6 + shift + noise())) : undefined),
  });
}

const gate = (minEffect: number) =>
  writeFile(join(cwd, "bench.yaml"), `gate: {metrics: {ndcg@10: {min_effect: ${minEffect}}}}\n`);
const selftest = (args: readonly string[], columns?: number) =>
  runCli(["runs", "gate", "selftest", ...args], { cwd, columns });

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "selftest-"));
  for (const name of RUNS) await makeRun(name, { moved: 0.02 });
  await makeRun("noisy1", { moved: 0.4 });
  await makeRun("noisy2", { moved: 0.4 });
  await makeRun("noisy3", { moved: 0.4 });
  await makeRun("repeated", { moved: 0, repeats: 3 });
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

describe("scopebench runs gate selftest", () => {
  it("exits 0 where min_effect is above what moves a run; its line stands in the verdict and the pull request", async () => {
    await gate(0.3);
    const { code, out, errors } = await selftest([...RUNS, "--output", "selftest.json"]);
    expect([code, errors]).toEqual([0, ""]);
    expect(out).toMatch(/^✓ this gate fails at most .+ % of unchanged builds, of 5 % allowed/);
    for (const line of nonEmpty(out.split("\n"))) expect(line.length, line).toBeLessThanOrEqual(80);
    const written = JSON.parse(await readFile(join(cwd, "selftest.json"), "utf8"));
    const asJson = await selftest([...RUNS, "--json"]);
    expect(JSON.parse(asJson.out)).toEqual(written);
    expect([written.state, written.seen]).toEqual(["shown", { comparisons: 12, failed: 0 }]);

    const compared = await runCli(
      ["compare", "r1", "r2", "--gate", "--selftest", "selftest.json", "--markdown", "gate.md"],
      { cwd, columns: 80 },
    );
    expect(compared.code).toBe(0);
    expect(compared.out.replace(/\s+/g, " ")).toContain("Self-test on 4 runs of one system: at most");
    const markdown = await readFile(join(cwd, "gate.md"), "utf8");
    const lines = markdown.trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("- Self-test on 4 runs")).map((line) => line.endsWith("…"))).toEqual([
      false,
    ]);
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it("is told beside a stored baseline of the same scenarios, too", async () => {
    await gate(0.3);
    await selftest([...RUNS, "--output", "stored.json"]);
    await runCli(["runs", "baseline", "save", "r1", "baseline.csv"], { cwd });
    const { out } = await runCli(["compare", "baseline.csv", "r2", "--gate", "--selftest", "stored.json"], { cwd });
    expect(out.replace(/\s+/g, " ")).toContain("Self-test on 4 runs of one system: at most");
  });

  it("is not taken for another gate: the verdict says so", async () => {
    await gate(0.3);
    await selftest([...RUNS, "--output", "other.json"]);
    await gate(0.25);
    const { out } = await runCli(["compare", "r1", "r2", "--gate", "--selftest", "other.json"], { cwd });
    expect(out.replace(/\s+/g, " ")).toContain("The self-test other.json is of other rules");
  });

  it("exits 3 for a gate that fails more unchanged builds than is allowed, with the min_effect that would not", async () => {
    await gate(0.02);
    const { code, out } = await selftest(["noisy1", "noisy2", "noisy3"]);
    expect([code, out.split("\n")[0]]).toEqual([3, expect.stringMatching(/^✗ this gate would fail more than 5 %/)]);
  });

  it("exits 4 where the runs are too few to say, and says how many would do", async () => {
    await gate(0.15);
    const { code, out } = await selftest(["r1", "r2", "--at-most", "0.001"]);
    expect([code, out.replace(/\s+/g, " ")]).toEqual([
      4,
      expect.stringMatching(/not enough runs to say at most 0.1 %: .* like these would do/),
    ]);
  });

  it("keeps to 80 columns with rules by configuration, and gives no bound of 100 % for one", async () => {
    await writeFile(
      join(cwd, "bench.yaml"),
      "gate: {by: [configuration, family], metrics: {functional_pass: {}, ndcg@10: {}}}\n",
    );
    const { out } = await selftest(["noisy1", "noisy2"]);
    for (const line of nonEmpty(out.split("\n"))) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(out).toContain("explorer");
    expect(out.replace(/\s+/g, " ")).not.toContain("at most 100 % of unchanged");
  });

  it("takes the repeats of one run for runs, and says what they share", async () => {
    await gate(0.3);
    const { out } = await selftest(["repeated"]);
    expect(out.replace(/\s+/g, " ")).toContain("3 runs, 40 scenarios");
    expect(out.replace(/\s+/g, " ")).toContain("Repeats of one run share its day");
  });

  it("refuses one run without repeats, a run twice, a file that is none, and a self-test without a gate", async () => {
    const refused = await Promise.all([
      selftest(["r1"]),
      selftest(["r1", "r1"]),
      runCli(["compare", "r1", "r2", "--gate", "--selftest", "bench.yaml"], { cwd }),
      runCli(["compare", "r1", "r2", "--selftest", "selftest.json"], { cwd }),
    ]);
    expect(refused.map(({ errors }) => errors.split("\n")[0])).toEqual([
      expect.stringContaining("needs two runs of one system; r1 is one, with 1 repeat"),
      expect.stringContaining("a run cannot be held against itself"),
      expect.stringContaining("is no self-test of a gate"),
      expect.stringContaining("--selftest needs --gate"),
    ]);
  });
});
