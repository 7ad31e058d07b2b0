import { afterAll, beforeAll, expect, it } from "vitest";
import type { Substrate } from "../../db/ports/ports.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { generateScenarios } from "../../scenarios/generate.ts";
import { DISTRIBUTION } from "../../scenarios/set/distribution.ts";
import { SUITE_TOTALS } from "../../scenarios/set/suite-names.ts";
import { openTelecom } from "./substrates.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await openTelecom();
});
afterAll(() => substrate.close());

it("the scale set has ten of every stratum of the study's table, asks nothing twice and leaves nothing out", async () => {
  const { scenarios: options } = configSchema.parse({ scenarios: { suite: "scale" } });
  expect(options.total).toBe(SUITE_TOTALS.scale);
  const { scenarios, notes } = await generateScenarios(substrate, options);
  expect(notes).toEqual([]);
  expect(new Set(scenarios.map(({ turns }) => turns.join("\n"))).size).toBe(520);
  for (const { family, complexity, answerable, count } of DISTRIBUTION) {
    const stratum = scenarios.filter(
      (one) => one.family === family && one.complexity === complexity && one.answerable === answerable,
    );
    expect(stratum, `${family} ${complexity}`).toHaveLength(10 * count);
  }
});
