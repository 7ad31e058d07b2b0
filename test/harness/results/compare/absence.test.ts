import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import type { Score } from "../../../../harness/record/domain/records.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import { foreignExecution, foreignProvenance } from "../../../../harness/results/compare/sources/outside.ts";
import { readTrecSource } from "../../../../harness/results/compare/sources/read-trec.ts";
import type { RunSource, SourceExecution } from "../../../../harness/results/compare/sources/run-source.ts";
import { parseMetricList } from "../../../../measure/metrics/names.ts";
import { madeSource } from "./made-source.ts";

type Cell = Score | "missing" | undefined;
const unscored = (reason: string): Score => ({ value: null, reason });

/** A side of n scenarios with one metric; `undefined` leaves the execution out. */
function makeSource(n: number, cell: (index: number) => Cell, more: Partial<RunSource["provenance"]> = {}): RunSource {
  const names = Array.from({ length: n }, (_, index) => `q${index}`);
  const executions = names.flatMap((name, index): SourceExecution[] => {
    const score = cell(index);
    if (score === undefined) return [];
    const outcome = score === "missing" ? "missing" : "success";
    const scores = { "ndcg@10": score === "missing" ? unscored("missing") : score };
    return [foreignExecution({ name, scenario: name, outcome, scores })];
  });
  const scenarios = Object.fromEntries(names.map((name) => [name, "task"]));
  const provenance = { ...foreignProvenance("run", { run_id: "r", scenarios, metrics: ["ndcg@10"] }), ...more };
  return { kind: "run", label: "side", provenance, executions, notes: [] };
}

const half = (): Score => ({ value: 0.5 });
/** All of n have a score but the first m, which are so. */
const but = (m: number, cell: Cell) => (index: number) => (index < m ? cell : half());

function gate(
  baseline: RunSource,
  candidate: RunSource,
  config: object = { metrics: { "ndcg@10": {} } },
  allow: "coverage"[] = [],
) {
  const options = { metrics: null, allow, config: gateSchema.parse(config), gate: true };
  const { comparison, gate: result } = runComparison({ baseline, candidate, ...options });
  return { comparison, exit: result!.exit_code, findings: result!.findings, refusals: comparison.refusals };
}

describe("absence never helps the candidate", () => {
  it.each<[string, number, RunSource, RunSource]>([
    ["both hold the same 10 of 50", 4, makeSource(50, but(40, "missing")), makeSource(50, but(40, "missing"))],
    ["neither has a line for 40 of 50", 4, makeSource(50, but(40, undefined)), makeSource(50, but(40, undefined))],
    ["the candidate lacks 1 of 10", 4, makeSource(10, half), makeSource(10, but(1, undefined))],
    ["the candidate did not run 1 of 10", 4, makeSource(10, half), makeSource(10, but(1, "missing"))],
    ["the baseline lacks 1 of 10", 4, makeSource(10, but(1, undefined)), makeSource(10, half)],
    ["the baseline's scores are blocked", 4, makeSource(20, but(2, unscored("judge_blocked"))), makeSource(20, half)],
    ["the baseline has no score at all", 4, makeSource(20, () => unscored("NaN")), makeSource(20, half)],
    ["the candidate's scores are blocked", 3, makeSource(20, half), makeSource(20, but(2, unscored("judge_blocked")))],
    [
      "the candidate says it is about others",
      3,
      makeSource(20, half),
      makeSource(20, but(2, unscored("unanswerable"))),
    ],
    ["1 of 20, at the limit", 0, makeSource(20, half), makeSource(20, but(1, "missing"))],
  ])("%s: exit %d", (_, exit, baseline, candidate) => {
    expect(gate(baseline, candidate).exit).toBe(exit);
  });

  it("names what each side lacks, ten of them, and all in the JSON", () => {
    const { refusals, comparison } = gate(
      makeSource(50, but(1, undefined)),
      makeSource(50, (i) => (i > 37 ? undefined : half())),
    );
    expect(refusals.find(({ code }) => code === "coverage")?.problem).toBe(
      "37 of 50 executions are in both, 95 % are asked for: 12 only in the baseline, 1 only in the candidate; the baseline lacks q0; the candidate lacks q38, q39, q40, q41, q42, q43, q44, q45, q46, q47 and 2 more",
    );
    expect(comparison.absent.candidate).toHaveLength(12);
  });

  it("says what the few that may be lacking could hide, unless that was accepted", () => {
    const [before, after] = [makeSource(20, half), makeSource(20, but(1, "missing"))];
    const hidden = gate(before, after).findings[0];
    expect([hidden?.decision, hidden?.message]).toEqual([
      "inconclusive",
      expect.stringContaining("1 score that the candidate lacks could hide a loss of .025"),
    ]);
    expect(gate(before, after, undefined, ["coverage"]).findings[0]?.decision).toBe("pass");
    expect(gate(before, after, { metrics: { "ndcg@10": { min_effect: 0.03 } } }).findings[0]?.decision).toBe("pass");
  });

  it("compares nothing where nothing is in both, whatever coverage is asked for", () => {
    const nothing = { coverage: 0, metrics: { "ndcg@10": {} } };
    expect(
      gate(
        makeSource(5, half),
        makeSource(5, () => undefined),
        nothing,
        ["coverage"],
      ).exit,
    ).toBe(4);
    expect(
      gate(
        makeSource(5, half),
        makeSource(5, () => unscored("x")),
        { ...nothing, caps: { unscored: 1 } },
      ).exit,
    ).toBe(4);
  });

  it("takes no scenario for the same of which a side says nothing", () => {
    const { comparison } = gate(makeSource(5, half, { scenarios: {} }), makeSource(5, half, { scenarios: {} }));
    expect([comparison.pairs, comparison.excluded]).toEqual([0, { "scenario changed": 5 }]);
  });
});

describe("gate.worst_loss", () => {
  const one = (value: number) => (index: number) => ({ value: index === 7 ? value : 0.5 });
  const rules = (more: object) => ({ metrics: { "ndcg@10": { min_effect: 0.1 } }, ...more });

  it("is off: one query of 50 may break", () => {
    expect(gate(makeSource(50, half), makeSource(50, one(0)), rules({})).exit).toBe(0);
  });

  it("fails on one query that lost more, not on one that lost as much, and names it", () => {
    const broken = gate(makeSource(50, half), makeSource(50, one(0)), rules({ worst_loss: 0.4 }));
    expect([broken.exit, broken.findings[1]]).toMatchObject([
      3,
      {
        rule: "worst loss of ndcg@10",
        message: "1 scenario lost more than the .400 allowed: q7 .500 -> .000",
        executions: ["q7"],
      },
    ]);
    expect(gate(makeSource(50, half), makeSource(50, one(0)), rules({ worst_loss: 0.5 })).exit).toBe(0);
  });

  it("a rule's own limit goes before the gate's", () => {
    const own = { worst_loss: 0.1, metrics: { "ndcg@10": { min_effect: 0.1, worst_loss: 0.6 } } };
    expect(gate(makeSource(50, half), makeSource(50, one(0)), own).exit).toBe(0);
  });

  it("does not pass a query without a score that could have lost as much", () => {
    const { findings } = gate(makeSource(50, half), makeSource(50, but(1, "missing")), rules({ worst_loss: 0.4 }));
    expect(findings[1]).toMatchObject({ decision: "inconclusive", message: expect.stringContaining("q0 .500 -> -") });
  });
});

describe("queries that a TREC run lacks", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-absence-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function trec(name: string, has: (index: number) => boolean): Promise<RunSource> {
    const queries = Array.from({ length: 50 }, (_, index) => index);
    const [qrelsPath, runPath] = [join(folder, "qrels"), join(folder, name)];
    await writeFile(qrelsPath, queries.map((query) => `${query} 0 d 1\n`).join(""));
    await writeFile(runPath, queries.map((query) => (has(query) ? `${query} Q0 d 1 1 t\n` : "")).join(""));
    return readTrecSource({ runPath, qrelsPath, metrics: parseMetricList("ndcg@10") });
  }

  it("both answered 10 of 50: not comparable", async () => {
    const { exit, refusals } = gate(await trec("a", (i) => i < 10), await trec("b", (i) => i < 10));
    expect([exit, refusals[0]?.problem]).toEqual([4, expect.stringContaining("10 of 50 executions are in both")]);
  });

  it("up to the limit those of the candidate count as 0, those of the baseline are left out", async () => {
    const all = await trec("a", () => true);
    const few = await trec("b", (i) => i > 1);
    expect(gate(all, few).comparison.metrics[0]).toMatchObject({ candidate: 0.96, losses: 2 });
    expect(gate(few, all).comparison.metrics[0]).toMatchObject({ baseline: 1, wins: 0, scenarios: 48 });
  });
});

test("a rule on the pass rate is left out where relevance is a judgement, and alone makes no gate", () => {
  const score = (_: number, metric: string): Score =>
    metric === "functional_pass" ? { value: null, reason: "judged_relevance" } : { value: 0.5 };
  const side = () => madeSource({ metrics: ["functional_pass", "ndcg@10"], score });
  const gate = (...metrics: string[]) => {
    const config = gateSchema.parse({ metrics: Object.fromEntries(metrics.map((metric) => [metric, {}])) });
    return runComparison({ baseline: side(), candidate: side(), metrics: null, allow: [], config, gate: true }).gate;
  };
  expect(gate("functional_pass", "ndcg@10")).toMatchObject({ decision: "pass", exit_code: 0 });
  expect(gate("functional_pass")).toMatchObject({ decision: "not-comparable", exit_code: 4 });
});
