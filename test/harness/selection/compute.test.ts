import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRandom, pick } from "../../../base/random.ts";
import { analyse } from "../../../harness/analyses/analyse.ts";
import { readResults } from "../../../harness/analyses/read-results.ts";
import { withScores } from "../../../harness/analyses/results.ts";
import type { Scored } from "../../../harness/analyses/scored.ts";
import { colorOrder, configurationsOf } from "../../../harness/config/matrix.ts";
import { executionName } from "../../../harness/domain/names.ts";
import { describeFigure } from "../../../harness/figures/describe-figure.ts";
import type { Filters } from "../../../harness/figures/filters.ts";
import { FIGURES } from "../../../harness/figures/registry.ts";
import { runPath } from "../../../harness/run-directory/paths.ts";
import { readTimes } from "../../../harness/run-directory/times.ts";
import { makeCompute } from "../../../harness/selection/compute.ts";
import { acceptsConfiguration, acceptsScenario, cutConfig } from "../../../harness/selection/design.ts";
import { unpackScored } from "../../../harness/selection/pack.ts";
import { loadInput } from "../../../harness/stages/score/load-input.ts";
import { scoreRun } from "../../../harness/stages/score/score-run.ts";
import { makeTables, TABLE_NAMES } from "../../../harness/tables/registry.ts";
import { nonEmpty } from "../../non-empty.ts";
import { type FixtureContext, scoredContext } from "../stages/context.ts";

let context: FixtureContext;
/** As a page loads it. */
let loaded: Scored;

beforeAll(async () => {
  context = await scoredContext();
  const { runDirectory } = context;
  const times = new Map((await readTimes(runDirectory)).map(({ name, durationMs }) => [name, durationMs]));
  const { scores } = await readResults(runDirectory);
  const durations = scores.map((record) => times.get(executionName(record)) ?? null);
  const lines = (await readFile(runPath(runDirectory, "scored"), "utf8")).split("\n");
  loaded = unpackScored(lines, durations)!;
});
afterAll(() => context[Symbol.asyncDispose]());

/** Every figure and table as a page gets it. */
function computed(filters: Filters): Record<string, unknown> {
  const compute = makeCompute(loaded, filters);
  const parts = [
    ...FIGURES.map(({ name }) => ({ type: "figure" as const, name })),
    ...TABLE_NAMES.map((name) => ({ type: "table" as const, name })),
  ];
  return asJson(parts.map((part) => [`${part.type} ${part.name}`, compute(part)]));
}

/** The same by the stage: on records, with a configuration and scenarios that are cut down. */
async function recomputed(filters: Filters): Promise<Record<string, unknown>> {
  const input = await loadInput(context);
  const kept = configurationsOf(input.config).filter((one) => acceptsConfiguration(filters, one));
  const config = cutConfig(input.config, kept);
  const scenarios = input.scenarios.filter((scenario) => acceptsScenario(filters, scenario));
  const leftOut = new Set(input.scenarios.filter((one) => !scenarios.includes(one)).map(({ id }) => id));
  const all = (await scoreRun({ ...input, config, kept, scenarios, leftOut }, context))!;
  const names = new Set(all.executions.map(({ record }) => executionName(record)));
  const readings = all.probed.map(({ judge, readings: of }) => ({
    judge,
    readings: of.filter((one) => names.has(executionName(one))),
  }));
  const scored = { ...all, probed: readings.filter(({ readings: of }) => of.length > 0) };
  const results = withScores(analyse(scored), scored);
  const models = colorOrder(input.config);
  const tables = new Map(makeTables({ ...scored, results }).map((table) => [table.name, table]));
  const value = (what: unknown) => ({ type: "value", value: what });
  return asJson([
    ...FIGURES.map((figure) => [`figure ${figure.name}`, value(describeFigure(figure, { results, models }))] as const),
    ...TABLE_NAMES.map((name) => [`table ${name}`, value(tables.get(name) ?? null)] as const),
  ]);
}

function asJson(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const plain = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, { empty?: unknown }>;
  for (const one of Object.values(plain)) delete one.empty;
  return plain;
}

it("without a filter every figure and table is that of the run to the last digit", async () => {
  const results = await readResults(context.runDirectory);
  const models = colorOrder(context.config);
  const own = computed({});
  for (const figure of nonEmpty(FIGURES))
    expect(own[`figure ${figure.name}`]).toEqual({ type: "value", value: describeFigure(figure, { results, models }) });
  expect(own).toEqual(await recomputed({}));
});

it("under filters drawn by lot they are those of the run that is cut down to them", async () => {
  const random = makeRandom("filters");
  const { config, scenarios } = loaded;
  const values = {
    model: config.models.map(({ name }) => name),
    workflow: config.workflows,
    knowledge: config.knowledge,
    family: [...new Set(scenarios.map(({ family }) => family))],
    answerable: ["true", "false"],
  };
  for (let draw = 0; draw < 3; draw++) {
    const keys = Object.keys(values) as (keyof typeof values)[];
    const chosen = [pick(random, keys), pick(random, keys)];
    const filters: Filters = Object.fromEntries(chosen.map((key) => [key, pick<string>(random, values[key])]));
    expect([filters, computed(filters)]).toEqual([filters, await recomputed(filters)]);
  }
});

it("where a filter leaves too little of the design the comparison is empty, and says why; of nothing there is one sentence", () => {
  const ask = (filters: Filters) => makeCompute(loaded, filters)({ type: "table", name: "variance" });
  expect(ask({ outcome: "success" })).toMatchObject({
    value: { rows: [] },
    empty: expect.stringContaining("by result"),
  });
  expect(ask({ model: "nobody" })).toEqual({ type: "hidden", because: "No execution is selected by these filters." });
});
