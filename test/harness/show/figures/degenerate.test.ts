import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyse } from "../../../../harness/results/analyses/analyse.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { abstentionByReasonTable } from "../../../../harness/results/tables/abstention-by-reason.ts";
import type { TableInput } from "../../../../harness/results/tables/make-table.ts";
import { loadInput } from "../../../../harness/run/stages/score/load-input.ts";
import { scoreRun } from "../../../../harness/run/stages/score/score-run.ts";
import { figureSpec } from "../../../../harness/show/drawing/figure-spec.ts";
import { LIGHT } from "../../../../harness/show/drawing/theme.ts";
import { FIGURES } from "../../../../harness/show/figures/registry.ts";
import { type FixtureContext, scoredContext } from "../../run/stages/context.ts";
import { type Change, changed, resultsOf, withScores } from "./changed-results.ts";
import { placesOfMarks } from "./count-marks.ts";
import { MODELS } from "./fixture-results.ts";

let context: FixtureContext;
let whole: Scored;
beforeAll(async () => {
  context = await scoredContext();
  whole = (await scoreRun(await loadInput(context), context))!;
});
afterAll(() => context?.[Symbol.asyncDispose]());

const passing =
  (value: number): Change =>
  (one) =>
    withScores(one, (metric, own) => (metric === "pass" || metric === "functional_pass" ? value : own));

const first = () => whole.executions.find(({ scenario }) => scenario.answerable);

const CASES: Record<string, Change> = {
  "one model": (one) => (one.record.model === "planner" ? one : null),
  "one configuration": ({ record, ...one }) =>
    record.model === "planner" && record.workflow === "react" && record.knowledge === "skill"
      ? { record, ...one }
      : null,
  "one execution": (one) => (one === first() ? one : null),
  "one scenario": (one) => (one.scenario.id === whole.scenarios.find(({ answerable }) => answerable)!.id ? one : null),
  "only unanswerable scenarios": (one) => (one.scenario.answerable ? null : one),
  "all pass": passing(1),
  "all fail": passing(0),
  "nothing scored": (one) => withScores(one, () => null),
  "every score 1, every time 2 s": (one) => ({
    ...withScores(one, () => 1),
    timing: { started_at: "2026-01-01T00:00:00.000Z", duration_ms: 2000, turns: 0 },
  }),
};

describe.each(Object.entries(CASES))("%s", (_, change) => {
  it("every figure shows something or says one sentence", async () => {
    const results = resultsOf(changed(whole, change));
    const problems: string[] = [];
    for (const figure of FIGURES) {
      const data = figure.read(results);
      const [caption, marks] = [figure.caption(data), figure.marks(data)];
      if (!/^[^ ].*\.$/.test(caption) || /undefined|NaN|null|Infinity/.test(caption))
        problems.push(`${figure.name}: ${caption}`);
      if (marks < 2) continue;
      const spec = figureSpec(figure, data, { width: 600, theme: LIGHT, models: MODELS, notice: [] });
      if (hasEmptyMark(spec)) problems.push(`${figure.name}: a mark without data, which has no name for who listens`);
      const places = await placesOfMarks(spec, LIGHT);
      if (places.length !== marks) problems.push(`${figure.name}: ${places.length} marks of ${marks}`);
      if (new Set(places).size === 1) problems.push(`${figure.name}: all at ${places[0]}`);
    }
    expect(problems).toEqual([]);
  });
});

/** Whether a part of the specification draws data of its own of which there are none. */
function hasEmptyMark(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { mark, data } = part as { mark?: unknown; data?: { values?: unknown } };
  if (mark !== undefined && Array.isArray(data?.values) && data.values.length === 0) return true;
  return Object.values(part).some(hasEmptyMark);
}

it("what one execution shows without an interval is a sentence, not a mark on an axis of its own", () => {
  const results = resultsOf(changed(whole, CASES["one execution"]!));
  const names = ["bland-altman-", "time-cdf", "judge-vs-ir", "grounding"];
  const own = FIGURES.filter(({ name }) => names.some((start) => name.startsWith(start)));
  expect(own.length).toBeGreaterThan(6);
  const drawn = own.filter((figure) => figure.marks(figure.read(results)) > 0).map(({ name }) => name);
  expect(drawn).toEqual([]);
  const captions = own.map((figure) => figure.caption(figure.read(results)));
  expect(captions.filter((caption) => /…|on average|every one of 1 /.test(caption))).toEqual([]);
});

it("a run of unanswerable scenarios alone has no panel for answerable ones", () => {
  const figure = FIGURES.find(({ name }) => name === "abstention")!;
  const data = figure.read(resultsOf(changed(whole, CASES["only unanswerable scenarios"]!)));
  const spec = figureSpec(figure, data, { width: 600, theme: LIGHT, models: MODELS, notice: [] });
  expect(spec).toHaveProperty("hconcat.length", 1);
});

const DRAWN_BY_CONFIGURATION = ["ndcg10-by-configuration", "recall-curve", "pass-rate-facets"];

it("configurations without a value have no row and no panel of their own, and are counted in words", () => {
  const own = first()!;
  const only = { model: own.record.model, workflow: own.record.workflow, knowledge: own.record.knowledge };
  const isOwn = ({ record }: Scored["executions"][number]) =>
    record.model === only.model && record.workflow === only.workflow && record.knowledge === only.knowledge;
  const results = resultsOf(changed(whole, (one) => (isOwn(one) ? one : withScores(one, () => null))));
  const options = { width: 600, theme: LIGHT, models: MODELS, notice: [] };
  for (const name of DRAWN_BY_CONFIGURATION) {
    const figure = FIGURES.find((one) => one.name === name)!;
    const data = figure.read(results);
    expect([name, JSON.stringify(figureSpec(figure, data, options)).includes('"mean":null')]).toEqual([name, false]);
    expect([name, figure.details?.(data)]).toEqual([name, "17 of 18 configurations have no value and are not drawn."]);
  }
});

/** A run in which one configuration failed at everything, one was never executed, and the others stand. */
const partly = () => {
  const own = first()!.record;
  const isOf = ({ record }: Scored["executions"][number], model: string) =>
    record.model === model && record.workflow === own.workflow && record.knowledge === own.knowledge;
  return changed(whole, (one) => {
    if (isOf(one, "planner")) return ended(one, "agent_error");
    return isOf(one, "sprinter") ? ended(one, "missing") : one;
  });
};

/** Without an answer, or without having run. */
function ended(one: Scored["executions"][number], outcome: "agent_error" | "missing"): Scored["executions"][number] {
  const scored = withScores(one, () => null);
  const timing = outcome === "missing" ? null : scored.timing;
  return { ...scored, timing, record: { ...scored.record, outcome } };
}

it("of abstention, what failed gave no answer, and what never ran has no bar and stands in no count", () => {
  const scored = partly();
  const figure = FIGURES.find(({ name }) => name === "abstention")!;
  const { rows } = figure.read(resultsOf(scored));
  const of = (model: string) =>
    rows.filter((row) => String(row.name).startsWith(`${model}__`) && row.state !== "abstained, wrongly");
  const [failed] = Object.values(Object.groupBy(of("planner"), ({ name }) => String(name)));
  expect(failed!.flatMap(({ state, count }) => (Number(count) > 0 ? [state] : []))).toEqual(["no answer", "no answer"]);
  expect(new Set(of("sprinter").map(({ name }) => name)).size).toBe(5);
  const table = abstentionByReasonTable.make({ ...scored, results: analyse(scored) } as unknown as TableInput)!;
  const failures = scored.executions.filter(
    ({ record, scenario }) => record.outcome === "agent_error" && !scenario.answerable,
  );
  const told = table.rows.reduce((sum, row) => sum + Number(row.no_answer), 0);
  const others = whole.executions.filter(
    ({ record, scenario }) => !scenario.answerable && !["success", "missing"].includes(record.outcome),
  );
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThanOrEqual(failures.length + others.length);
});

it("executions are counted where they ran", () => {
  const scored = partly();
  const { strategies } = analyse(scored);
  const never = strategies.rows!.filter(({ model, executions }) => model === "sprinter" && executions === 0);
  expect(never.map(({ query_type }) => query_type)).toContain("all");
});

it("no correlation is drawn with a composite that never varies, and the sentence says why", () => {
  const figure = FIGURES.find(({ name }) => name === "judge-vs-ir")!;
  const same = changed(whole, (one) => withScores(one, (metric, own) => (metric === "overall_score" ? 1 : own)));
  const data = figure.read(resultsOf(same));
  expect(figure.marks(data)).toBe(0);
  expect(figure.caption(data)).toMatch(
    /^No correlation can be computed: every answer has the composite 1\.00 \(n = \d+\)\.$/,
  );
});
