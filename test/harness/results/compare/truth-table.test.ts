import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { runCli } from "../../cli/run-cli.ts";
import { makeScoredRun, type ScoredRunOptions } from "./scored-run.ts";

let folder: string;
let copies = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-gate-"));
  await makeScoredRun(join(folder, "baseline"));
});
afterAll(() => rm(folder, { recursive: true }));

interface Case {
  candidate?: ScoredRunOptions;
  /** The `gate:` section; default: the built-in rules. */
  gate?: object;
  flags?: string[];
  environment?: Record<string, string>;
}

async function gate({ candidate = {}, gate: section, flags = [], environment }: Case) {
  const name = `candidate-${copies++}`;
  await makeScoredRun(join(folder, name), candidate);
  await writeFile(join(folder, "bench.yaml"), stringify(section ? { gate: section } : {}));
  const { code, out, errors } = await runCli(["compare", "baseline", name, "--gate", ...flags], {
    cwd: folder,
    environment,
  });
  return { code, text: out.replace(/\s+/g, " "), errors };
}

/** No rule is on the judge unless somebody asks for it. */
const OF_THE_JUDGE = { metrics: { pass: {} } };

const onNdcg = (change: (at: { index: number; value: number }) => number): ScoredRunOptions => ({
  score: ({ metric, index, value }) => (metric === "ndcg@10" ? change({ index, value }) : undefined),
});
/** Of 40 scenarios the first `n` lose half a point, the next `m` win as much: a mean loss of (n - m) / 80. */
const noisy = (n: number, m: number) =>
  onNdcg(({ index, value }) => value + (index < n ? -0.5 : index < n + m ? 0.5 : 0));

describe("the gate", () => {
  it("passes a run of which nothing can have changed and no score did: exit 0, and says that nothing was tested", async () => {
    const { code, text } = await gate({});
    expect([code, text.includes("passed: none of 6 rules broken; identical: nothing that the answers of")]).toEqual([
      0,
      true,
    ]);
    expect(text).toContain("ndcg@10: identical");
  });

  it("fails on a loss that is real and large enough: exit 3, with the figures and the executions behind it", async () => {
    const { code, text } = await gate({ candidate: onNdcg(({ index, value }) => value - 0.2 - (index % 5) / 100) });
    expect([code, text.includes("regression: 1 of 6 rules broken")]).toEqual([3, true]);
    expect(text).toMatch(
      /✗ ndcg@10: REGRESSION: worse by \.220, of which \.020 matter; -\.220, 95 % -\.2\d+ to -\.1\d+, p \.00\d/,
    );
    expect(text).toContain("explorer__react__prompt__S005__0");
  });

  it("passes a loss that is sure but too small to matter: exit 0, and says so", async () => {
    const { code, text } = await gate({
      candidate: onNdcg(({ index, value }) => value - 0.2 - (index % 5) / 100),
      gate: { metrics: { "ndcg@10": { min_effect: 0.3 } } },
    });
    expect([code, text.includes("ndcg@10: a real loss, smaller than the .300 that matter")]).toEqual([0, true]);
  });

  it("warns of a loss that is large but may be chance: exit 0", async () => {
    const { code, text } = await gate({ candidate: noisy(11, 7) });
    expect([code, text.includes("WARNING inconclusive: no rule broken, but the data cannot tell for 1 of 6")]).toEqual([
      0,
      true,
    ]);
    expect(text).toMatch(
      /\? ndcg@10: INCONCLUSIVE: a loss that would matter, and may be chance \(.* \d+ scenarios.*\); -\.050/,
    );
  });

  it("fails on the same where on_inconclusive is fail: exit 3", async () => {
    const { code, text } = await gate({ candidate: noisy(11, 7), gate: { on_inconclusive: "fail" } });
    expect([code, text.includes("inconclusive")]).toEqual([3, true]);
  });

  it("fails where a loss that matters could have gone unseen and on_unseen is fail: exit 3, in every output", async () => {
    const metrics = { "ndcg@10": {} };
    const blind = noisy(9, 9);
    expect((await gate({ candidate: blind, gate: { metrics } })).code).toBe(0);
    const flags = ["--junit", "gate.xml", "--markdown", "gate.md"];
    const environment = { GITHUB_ACTIONS: "true" };
    const failed = await gate({ candidate: blind, gate: { metrics, on_unseen: "fail" }, flags, environment });
    const line =
      "underpowered: none of 2 rules broken, but a loss that matters could have gone unseen (ndcg@10 .020); on_unseen is fail";
    expect([failed.code, failed.text.includes(line)]).toEqual([3, true]);
    expect(failed.errors).toMatch(
      /^::error title=scopebench%3A underpowered%2C ndcg@10::no difference, but a loss of/m,
    );
    const [junit, markdown] = await Promise.all(
      ["gate.xml", "gate.md"].map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(junit).toMatch(
      /failures="1".*<failure message="underpowered: no difference, but a loss of \.020 is not ruled out/s,
    );
    expect(markdown).toMatch(/^## scopebench: underpowered\S* none of 2 rules broken/);
  });

  it("with on_unseen: fail passes where the interval rules such a loss out, and where nothing can have changed: exit 0", async () => {
    const section = { metrics: { "ndcg@10": {} }, on_unseen: "fail" };
    expect((await gate({ candidate: onNdcg(({ value }) => value + 0.2), gate: section })).code).toBe(0);
    expect((await gate({ gate: section })).text).toContain("identical: nothing that the answers of");
  });

  it("with on_unseen: fail names both settings where one rule is inconclusive and another could not have seen", async () => {
    const both = { metrics: { "ndcg@10": {}, "recall@10": {} }, on_unseen: "fail" };
    const { code, text } = await gate({ candidate: noisy(11, 7), gate: both });
    expect([code, text.includes("cannot tell for 1 of 4 (ndcg@10); on_unseen is fail")]).toEqual([3, true]);
    const passing = await gate({ candidate: noisy(11, 7), gate: { ...both, on_unseen: "pass" } });
    expect(passing.code).toBe(0);
  });

  it("passes an improvement: exit 0, and names it", async () => {
    const { code, text } = await gate({ candidate: onNdcg(({ value }) => value + 0.2) });
    expect([code, text.includes("✓ ndcg@10: IMPROVEMENT: better by .200")]).toEqual([0, true]);
  });

  it("fails on one hard break, however sure or large the mean: exit 3, naming the scenario", async () => {
    const rules = { metrics: { "ndcg@10": { hard_breaks: { from: 0.8, below: 0.5 } } } };
    const baselineTop = await gate({ gate: rules });
    expect([baselineTop.code, baselineTop.text.includes("hard breaks of ndcg@10: no scenario broke")]).toEqual([
      0,
      true,
    ]);
    let broken = -1;
    const one = onNdcg(({ index, value }) => {
      if (broken === -1 && value >= 0.8) broken = index;
      return index === broken ? 0.1 : value;
    });
    const { code, text } = await gate({ candidate: one, gate: rules });
    expect(code).toBe(3);
    expect(text).toContain(
      `hard breaks of ndcg@10: REGRESSION: 1 scenario broke, 0 allowed: S${String(broken + 1).padStart(3, "0")}`,
    );
    const allowing = { metrics: { "ndcg@10": { hard_breaks: { from: 0.8, below: 0.5, allowed: 1 } } } };
    expect((await gate({ candidate: one, gate: allowing })).code).toBe(0);
  });

  it("refuses when scenarios are missing: exit 4; accepted, the equal ones are compared and it says so", async () => {
    const refused = await gate({ candidate: { scenarios: 30 } });
    expect([refused.code, refused.text.includes("not comparable: scenarios, coverage")]).toEqual([4, true]);
    expect(refused.text).toContain("30 equal, 0 changed, 10 only in the baseline");
    const { code, text } = await gate({ candidate: { scenarios: 30 }, flags: ["--allow", "scenarios,coverage"] });
    expect([code, text.includes("Accepted by --allow scenarios: the scenarios differ: 30 equal")]).toEqual([0, true]);
    expect(text).toContain("30 of 40 executions in both");
  });

  it("never pairs a scenario whose question changed, whatever its id", async () => {
    const query = (index: number) => (index < 4 ? "another question" : `Show S${String(index + 1).padStart(3, "0")}.`);
    const { code, text } = await gate({ candidate: { query }, flags: ["--allow", "scenarios,coverage"] });
    expect([code, text.includes("36 of 40 executions in both"), text.includes("4 scenario changed")]).toEqual([
      0,
      true,
      true,
    ]);
  });

  it("refuses when too few executions are there: exit 4 below 95 %, not at it", async () => {
    const missing = (n: number) => ({ outcome: (index: number) => (index < n ? ("missing" as const) : undefined) });
    const refused = await gate({ candidate: missing(3) });
    expect([refused.code, refused.text.includes("37 of 40 executions are in both, 95 % are asked for")]).toEqual([
      4,
      true,
    ]);
    expect(refused.text).toContain("3 not in the candidate; the candidate lacks explorer__react__prompt__S001__0, ");
    expect((await gate({ candidate: missing(2) })).code).toBe(0);
  });

  it("refuses another judge: exit 4; not where nothing that is compared is its opinion", async () => {
    const candidate = { manifest: { judge_fingerprints: { primary: "judge-b" } } };
    const refused = await gate({ candidate, gate: OF_THE_JUDGE });
    expect([refused.code, refused.text.includes("the judge differs: rubric primary (judge-a)")]).toEqual([4, true]);
    expect((await gate({ candidate })).code).toBe(0);
    const { code, text } = await gate({ candidate, gate: OF_THE_JUDGE, flags: ["--allow", "judge"] });
    expect([code, text.includes("Accepted by --allow judge")]).toEqual([0, true]);
  });

  it("refuses another corpus: exit 4", async () => {
    const candidate = { manifest: { substrate: null } };
    const { code, text } = await gate({ candidate });
    expect([code, text.includes("not comparable: corpus")]).toEqual([4, true]);
    expect(text).toContain("the corpus differs: fixture in the baseline, unknown in the candidate");
  });

  it("refuses a real model held against a stand-in of its name: exit 4", async () => {
    const { code, text } = await gate({ candidate: { manifest: { stand_in_models: [] } } });
    expect([code, text.includes("a stand-in on one side only: explorer")]).toEqual([4, true]);
  });

  it("fails when more is unscored than the cap: exit 3, with the reasons; the rest is no basis for the rule itself", async () => {
    const blocked = (n: number): ScoredRunOptions => ({
      score: ({ metric, index }) =>
        metric === "pass" && index < n ? { value: null, reason: "judge_blocked" } : undefined,
    });
    const { code, text } = await gate({ candidate: blocked(3), gate: OF_THE_JUDGE });
    expect([
      code,
      text.includes("✗ unscored of pass: REGRESSION: 7.5 % of 40, at most 5.0 % allowed: 3 judge_blocked"),
    ]).toEqual([3, true]);
    expect(text).toContain(
      "pass: unscored and left out 3 candidate: judge_blocked; the candidate lacks explorer__react__prompt__S001__0, ",
    );
    expect(text).toContain("✗ pass: NOT COMPARABLE: 37 of 40 scores are on both sides, 95 % are asked for");
    expect((await gate({ candidate: blocked(2), gate: OF_THE_JUDGE })).code).toBe(0);
  });

  it("refuses an empty selection, also when everything is allowed: exit 4", async () => {
    const flags = ["--allow", "scenarios,coverage,stand-ins"];
    const { code, text } = await gate({ candidate: { models: ["planner"] }, flags });
    expect([code, text.includes("0 of 80 executions are in both")]).toEqual([4, true]);
  });

  it("takes a rule or a selection without any metric for a mistake: exit 1", async () => {
    expect((await gate({ gate: { metrics: {} } })).code).toBe(1);
    expect((await gate({ gate: { metrics: { ndgc: {} } } })).errors).toContain('no metric "ndgc"');
    expect((await gate({ gate: { metrics: { "judged@10": {} } } })).code).toBe(1);
  });

  it("asks for non-inferiority where a margin is set: without proof it is inconclusive", async () => {
    const rules = (margin: number) => ({ metrics: { "ndcg@10": { min_effect: 0.05, margin } } });
    const candidate = noisy(10, 10);
    const open = await gate({ candidate, gate: rules(0.05) });
    expect([open.code, open.text.includes("INCONCLUSIVE: a loss of .050 is not ruled out")]).toEqual([0, true]);
    expect((await gate({ candidate, gate: rules(0.3) })).text).toContain("passed: none of 2 rules broken");
  });

  it("holds caps on failures, cost and latency; what is unknown is inconclusive", async () => {
    const caps = { failures: 0.1, cost_usd: 5, cost_increase: 0.2, latency_p95_s: 2, latency_increase: 0.5 };
    const rules = { metrics: { "ndcg@10": {} }, caps };
    expect((await gate({ gate: rules })).code).toBe(0);
    const slow = await gate({ candidate: { durationMs: 3000 }, gate: rules });
    expect([slow.code, slow.text.includes("✗ latency p95: REGRESSION: 3.0 s, at most 2.0 s allowed")]).toEqual([
      3,
      true,
    ]);
    expect(slow.text).toContain("✗ median latency: REGRESSION: +200.0 %, at most +50.0 % allowed");
    const failing = await gate({ candidate: { outcome: (index) => (index < 5 ? "timeout" : undefined) }, gate: rules });
    expect([failing.code, failing.text.includes("✗ failures: REGRESSION: 12.5 %")]).toEqual([3, true]);
    const costly = await gate({ candidate: { price: 1e6 }, gate: rules, flags: ["--allow", "stand-ins"] });
    expect([costly.code, costly.text.includes("? cost per execution: INCONCLUSIVE: not known")]).toEqual([3, true]);
  });
});
