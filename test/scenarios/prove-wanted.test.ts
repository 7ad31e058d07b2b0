import { afterAll, beforeAll, expect, it } from "vitest";
import type { Substrate } from "../../db/ports/ports.ts";
import { generateAbstentionSuite } from "../../scenarios/abstention/generate.ts";
import { generateScenarios } from "../../scenarios/generate.ts";
import { selectIds } from "../../scenarios/select.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
});
afterAll(() => substrate?.close());

it("proves what is asked for alone: the very scenarios of the whole set, and says how far it is", async () => {
  const whole = await generateScenarios(substrate, { seed: 4, total: 14 });
  const reported: [done: number, total: number][] = [];
  const cut = await generateScenarios(substrate, {
    ...{ seed: 4, total: 14 },
    select: (ids) => selectIds(ids, ["S00*", "S012"], 4),
    onProven: (done, total) => reported.push([done, total]),
  });
  expect(cut).toEqual({ ...whole, scenarios: whole.scenarios.slice(0, 4) });
  expect(reported).toEqual([1, 2, 3, 4].map((done) => [done, 4]));
  const one = await generateScenarios(substrate, { seed: 4, total: 14, select: () => ["S012"] });
  expect(one.scenarios).toEqual(whole.scenarios.slice(11, 12));
});

it("brings the twin of a question along", async () => {
  const whole = await generateAbstentionSuite(substrate, { seed: 4, total: 12 });
  const cut = await generateAbstentionSuite(substrate, { seed: 4, total: 12, select: (ids) => ids.slice(0, 3) });
  expect(cut).toEqual({ ...whole, scenarios: whole.scenarios.slice(0, 4) });
});
