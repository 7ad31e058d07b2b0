import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../../base/random.ts";
import { coloursOf } from "../../../../../harness/print/colours.ts";
import { gateSchema } from "../../../../../harness/record/config/gate-schema.ts";
import { renderMarkdown } from "../../../../../harness/results/compare/render/markdown.ts";
import { renderTerminal } from "../../../../../harness/results/compare/render/terminal.ts";
import { type CompareRequest, runComparison } from "../../../../../harness/results/compare/request.ts";
import { decideInLooks } from "../../../../../harness/results/compare/sequential/decide-in-looks.ts";
import { planFor } from "../../../../../harness/results/compare/sequential/plan-for.ts";
import type { RunSource } from "../../../../../harness/results/compare/sources/run-source.ts";
import { type GatedComparison, verdictOf } from "../../../../../harness/results/compare/verdict.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { madeSource } from "../made-source.ts";

const METRICS = ["ndcg@10", "recall@10"];
const config = (rules: object = {}) =>
  gateSchema.parse({ metrics: { "ndcg@10": { min_effect: 0.05 }, "recall@10": { min_effect: 0.05 } }, ...rules });

/** Scores around .5 on either side; the candidate loses so much of a metric. */
function sources(scenarios: number, losses: Readonly<Record<string, number>> = {}): [RunSource, RunSource] {
  const side = (name: string, of: Readonly<Record<string, number>>) => {
    const random = makeRandom("looks", name, scenarios);
    const score = (_: number, metric: string) => Math.min(1, Math.max(0, 0.4 + 0.2 * random() - (of[metric] ?? 0)));
    return madeSource({ scenarios, metrics: METRICS, score });
  };
  return [side("baseline", {}), side("candidate", losses)];
}

function request([baseline, candidate]: [RunSource, RunSource], rules: object = {}): CompareRequest {
  return { baseline, candidate, metrics: null, allow: [], config: config(rules), gate: true };
}

const decided = (of: CompareRequest) => decideInLooks(of, planFor(of.baseline, { gate: of.config, seed: "a" }));

/** Without the executions of scenarios that are asked after so many. */
function unfinished(of: CompareRequest, scenarios: number): CompareRequest {
  const { order } = planFor(of.baseline, { gate: of.config, seed: "a" });
  const asked = new Set(order.slice(0, scenarios));
  const executions = of.candidate.executions.map((execution) =>
    asked.has(execution.scenario) ? execution : { ...execution, outcome: "missing", scores: {} },
  );
  return { ...of, candidate: { ...of.candidate, executions } };
}

const report = ({ series, ...result }: ReturnType<typeof decided>): GatedComparison => ({
  ...result,
  ...(series && { series }),
  candidate_run: "candidate",
});

describe("the gate in looks", () => {
  it("stops an unchanged candidate at half the scenarios, and calls no loss ruled out that the interval does not rule out", () => {
    const found = decided(request(sources(60)));
    expect(found.series).toMatchObject({ stopped: "no-loss", scenarios: 30, of: 60 });
    expect(verdictOf(report(found)).state).toBe("unseen");
    expect(verdictOf(report(found)).line).toContain("stopped at look 1 of 5, after 30 of 60 scenarios");
  });

  it("goes on while one rule still expects a regression, though the others do not", () => {
    const found = decided(request(sources(60, { "recall@10": 0.3 })));
    expect(found.series!.stopped).toBe("end");
    expect(found.gate!.decision).toBe("regression");
    const [first] = found.series!.path;
    expect(first!.rules.map(({ futile }) => futile)).toEqual([true, false]);
  });

  it("ends with the fixed gate's decision and corrected p where it comes to the end below 200 scenarios", () => {
    const of = request(sources(60, { "recall@10": 0.3 }));
    const fixed = runComparison(of);
    const found = decided(of);
    expect(found.gate!.findings.map(({ rule, decision }) => [rule, decision])).toEqual(
      fixed.gate!.findings.map(({ rule, decision }) => [rule, decision]),
    );
    for (const [at, row] of nonEmpty(found.comparison.metrics).entries())
      expect(row.adjusted_p).toBeCloseTo(fixed.comparison.metrics[at]!.adjusted_p!, 9);
  });

  it("calls a large loss early from 200 scenarios on, by no more than that look's share of the level", () => {
    const found = decided(request(sources(240, { "ndcg@10": 0.3 })));
    expect(found.series!.stopped).toBe("loss");
    const { rules } = found.series!.path.at(-1)!;
    expect(rules[0]!.p).toBeLessThanOrEqual(rules[0]!.calls_from);
    expect(found.series!.scenarios).toBeLessThan(240);
  });

  it("stops at once where a scenario lost more than a single one may: more scenarios cannot undo it", () => {
    const of = request(sources(60, { "ndcg@10": 0.3 }), { worst_loss: 0.2 });
    expect(decided(of).series).toMatchObject({ stopped: "loss", scenarios: 30 });
  });

  it("does not stop at a cap that is broken halfway and may hold at the end", () => {
    const [baseline, candidate] = sources(60);
    const { order } = planFor(baseline, { gate: config(), seed: "a" });
    const unscored = new Set(order.slice(0, 3));
    const executions = candidate.executions.map((execution) =>
      unscored.has(execution.scenario)
        ? { ...execution, scores: { ...execution.scores, "ndcg@10": { value: null, reason: "judge_error" as const } } }
        : execution,
    );
    const of = request([baseline, { ...candidate, executions }], { coverage: 0.8, caps: { unscored: 0.08 } });
    const { series } = decided(of);
    expect(series!.path[0]!.decision).toBe("regression");
    expect(series!.stopped).not.toBe("loss");
    expect(series!.scenarios).toBeGreaterThan(30);
  });

  it("does not stop where the gate would fail for what it could not see and more scenarios may show", () => {
    const found = decided(request(sources(60), { on_unseen: "fail" }));
    expect(found.series!.stopped).toBe("end");
  });

  it("decides by what the candidate has run so far as by the whole where that is enough", () => {
    const whole = decided(request(sources(60)));
    const half = decided(unfinished(request(sources(60)), 30));
    expect(half.series).toEqual(whole.series);
    expect(half.gate).toEqual(whole.gate);
  });

  it("is not decided, exit 4, where the next look needs scenarios that the candidate has not run", () => {
    const found = decided(unfinished(request(sources(60, { "recall@10": 0.3 })), 38));
    expect(found.series).toMatchObject({ stopped: "open", scenarios: 38 });
    expect(found.comparison.refusals.map(({ code }) => code)).toEqual(["coverage"]);
    expect(verdictOf(report(found)).line).toContain(
      "not decided at look 2 of 5, after 38 of 60 scenarios; the next is after 45",
    );
  });

  it("has no series where the whole runs may not be compared, though those of the first look could be", () => {
    const of = request(sources(60));
    const { order } = planFor(of.baseline, { gate: of.config, seed: "a" });
    const scenarios = { ...of.candidate.provenance.scenarios, [order.at(-1)!]: "another question" };
    const candidate = { ...of.candidate, provenance: { ...of.candidate.provenance, scenarios } };
    const found = decided({ ...of, candidate });
    expect(found.series).toBeNull();
    expect(found.comparison.refusals.map(({ code }) => code)).toEqual(["scenarios"]);
  });

  it("is the fixed gate where half the scenarios could show nothing, and says why", () => {
    const of = request(sources(7));
    const found = decided(of);
    expect(found.gate).toEqual(runComparison(of).gate);
    expect(verdictOf(report(found)).line).toContain("one look, at the end: half of 7");
  });

  it("shows its path in the terminal, and keeps the Markdown at 20 lines", () => {
    const shown = report(decided(request(sources(60, { "recall@10": 0.05 }))));
    const terminal = renderTerminal(shown, { columns: 100, room: 100, colours: coloursOf({ environment: {} }) });
    expect(terminal).toMatch(/metric +look +scenarios +change +loss z +no loss below/);
    expect(terminal).toMatch(/recall@10 +1\/5 +30/);
    const markdown = renderMarkdown(shown);
    expect(markdown.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
    expect(markdown).toContain("Looks");
  });
});
