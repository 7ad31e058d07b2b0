import { beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../../../db/ports/ports.ts";
import { makeLlmJudge } from "../../../../harness/judge/judges/llm/judge.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { type Attacked, attackScenario, shownToJudge } from "../../../../harness/run/attack/attack-scenario.ts";
import { openAttack, sayPrice, tellAttacked } from "../../../../harness/run/attack/run.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { JUDGE_ADVERSARIES, modelAt } from "../../../adversaries/judges.ts";
import { readSmallSubstrate } from "../../../db/small-corpus.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { THRESHOLDS } from "../../judge/judges/cases.ts";
import { startChatServer } from "../../judge/judges/loopback-chat.ts";

const config = configSchema.parse({});
const CHAIN = [{ provider: "openai", model: "judge", price: { input: 1, output: 2 } }];
const priced = configSchema.parse({ judges: { primary: { type: "llm", chain: CHAIN } } });

let substrate: Substrate;
let scenarios: readonly Scenario[];
const attacked: Attacked[] = [];
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  ({ scenarios } = await generateScenarios(substrate, { seed: 4, total: 12 }));
  const input = await openAttack(substrate, config);
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
    const had = await attackScenario(own, await openAttack(substrate, config));
    expect(had.filter(({ passes }) => passes).map(({ strategy }) => strategy)).toContain("question_ids");
    expect(tellAttacked(had, 80).join("\n")).toMatch(/own {2}.*question_ids/);
  });

  it("are told within 80 columns, one after the other", () => {
    const lines = nonEmpty(tellAttacked(attacked, 80));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[0]).toMatch(/^abstain +gets 0 of \d+ answerable and/);
  });

  it("get what a judge of one's own passes unread, and what it was not shown or did not rule on is said", async () => {
    const unanswerable = scenarios.find(({ answerable }) => !answerable)!;
    await using server = await startChatServer(({ body }) =>
      JUDGE_ADVERSARIES.always_passes!(String(body.messages.at(-1)?.content)),
    );
    const options = { chain: [modelAt(server.baseUrl)], thresholds: THRESHOLDS, environment: {} };
    const input = await openAttack(substrate, config, { judge: makeLlmJudge(options) });
    const had = await attackScenario(unanswerable, input);
    expect(shownToJudge(unanswerable, input)).toHaveLength(had.length);
    expect(had.find(({ strategy }) => strategy === "echo")).toMatchObject({ passes: false, judge_passes: true });
    expect(tellAttacked(had, 80).join("\n")).toMatch(/echo \(judge\)/);
    expect(sayPrice([unanswerable], { input, config: priced })).toMatch(
      /over 1 scenario: \d verdicts of judge, about [\d,]+ tokens in and [\d,]+ out, about \$\d+\.\d\d$/,
    );
    const silent = had.map((one) => ({ ...one, judge_passes: null }));
    expect(tellAttacked(silent, 80).at(-1)).toBe(`${had.length} answers without the judge's verdict.`);
  });
});
