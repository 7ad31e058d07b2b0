import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executionName } from "../../../../harness/record/domain/names.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { analyse } from "../../../../harness/results/analyses/analyse.ts";
import { readResults } from "../../../../harness/results/analyses/read-results.ts";
import { withScores } from "../../../../harness/results/analyses/results.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { unpackScored } from "../../../../harness/results/columns/pack.ts";
import { readTimes } from "../../../../harness/results/metrics/times.ts";
import type { Filters } from "../../../../harness/results/selection/filters.ts";
import { scoreSelection } from "../../../../harness/run/selection/score-selection.ts";
import { loadInput } from "../../../../harness/run/stages/score/load-input.ts";
import { makeCompute } from "../../../../harness/show/selection/compute.ts";
import { makePart, PAGE_PARTS } from "../../../../harness/show/selection/parts.ts";
import { type FixtureContext, scoredContext } from "../../run/stages/context.ts";

let context: FixtureContext;
/** As a page loads it. */
let loaded: Scored;

beforeAll(async () => {
  context = await scoredContext();
  const { runDirectory } = context;
  const times = new Map<string, number>();
  for await (const { name, durationMs } of readTimes(runDirectory)) times.set(name, durationMs);
  const { scores } = await readResults(runDirectory);
  const durations = scores.map((record) => times.get(executionName(record)) ?? null);
  const lines = (await readFile(runPath(runDirectory, "scored"), "utf8")).split("\n");
  loaded = (await unpackScored(lines, { config: context.config, durations }))!;
});
afterAll(() => context[Symbol.asyncDispose]());

/** Every figure, table and page's data as a page gets it. */
function computed(filters: Filters): Record<string, unknown> {
  const compute = makeCompute(loaded, filters);
  return asJson(PAGE_PARTS.map((part) => [`${part.type} ${part.name}`, compute(part)]));
}

/** The same by the stage: on records, with a configuration and scenarios that are cut down. */
async function recomputed(filters: Filters): Promise<Record<string, unknown>> {
  const scored = (await scoreSelection(await loadInput(context), filters, context))!;
  return valuesOf({ whole: context.config, scored, results: withScores(analyse(scored), scored) });
}

function valuesOf(of: Parameters<typeof makePart>[1]): Record<string, unknown> {
  return asJson(PAGE_PARTS.map((part) => [`${part.type} ${part.name}`, { type: "value", value: makePart(part, of) }]));
}

function asJson(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const plain = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, { empty?: unknown }>;
  for (const one of Object.values(plain)) delete one.empty;
  return plain;
}

it("without a filter every figure, table and page is that of the run to the last digit", async () => {
  const results = withScores(await readResults(context.runDirectory), loaded);
  expect(computed({})).toEqual(valuesOf({ whole: context.config, scored: loaded, results }));
});

it("under filters of configurations and of scenarios they are those of the run that is cut down to them", async () => {
  const selections: Filters[] = [
    { workflow: "react", answerable: "true" },
    { model: "planner", knowledge: "skill", family: loaded.scenarios[0]!.family },
  ];
  for (const filters of selections) expect([filters, computed(filters)]).toEqual([filters, await recomputed(filters)]);
});

it("where a filter leaves too little of the design the comparison is empty, and says why; of nothing there is one sentence", () => {
  const ask = (filters: Filters) => makeCompute(loaded, filters)({ type: "table", name: "variance" });
  expect(ask({ outcome: "success" })).toMatchObject({
    value: { rows: [] },
    empty: expect.stringContaining("by result"),
  });
  expect(ask({ model: "nobody" })).toEqual({ type: "hidden", because: "No execution is selected by these filters." });
});
