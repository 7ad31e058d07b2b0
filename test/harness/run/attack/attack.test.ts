import { beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../../../db/ports/ports.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { type Attacked, attackScenario } from "../../../../harness/run/attack/attack-scenario.ts";
import { openAttack, tellAttacked } from "../../../../harness/run/attack/run.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { readSmallSubstrate } from "../../../db/small-corpus.ts";
import { nonEmpty } from "../../../non-empty.ts";

let substrate: Substrate;
let scenarios: readonly Scenario[];
const attacked: Attacked[] = [];
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  ({ scenarios } = await generateScenarios(substrate, { seed: 4, total: 12 }));
  const input = await openAttack(substrate, configSchema.parse({}));
  for (const scenario of scenarios) attacked.push(...(await attackScenario(scenario, input)));
});

describe("strategies that look for nothing", () => {
  it("get an unanswerable scenario by abstaining, which is no fault of it", () => {
    const declined = attacked.filter(({ strategy, answerable }) => strategy === "abstain" && !answerable);
    for (const { passes } of nonEmpty(declined)) expect(passes).toBe(true);
    expect(attacked.some(({ strategy, answerable, passes }) => strategy === "abstain" && answerable && passes)).toBe(
      false,
    );
  });

  it("get a scenario whose question says its own answer, and it is named", async () => {
    const scenario = { ...scenarios.find(({ answerable }) => answerable)!, turns: ["What of TC-1001?"] };
    const own = {
      ...scenario,
      id: "own",
      expected_ids: ["TC-1001"],
      expected_entities: [],
      reference_answer: "TC-1001",
    };
    const had = await attackScenario(own, await openAttack(substrate, configSchema.parse({})));
    expect(had.filter(({ passes }) => passes).map(({ strategy }) => strategy)).toContain("question_ids");
    expect(tellAttacked(had, 80).join("\n")).toMatch(/own {2}.*question_ids/);
  });

  it("are told within 80 columns, one after the other", () => {
    const lines = nonEmpty(tellAttacked(attacked, 80));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[0]).toMatch(/^abstain +gets 0 of \d+ answerable and/);
  });
});
