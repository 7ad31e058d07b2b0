import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAnswer } from "../../../../agent/answer/answer.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { type BASELINE_NAMES, DEFAULT_BASELINES } from "../../../../harness/record/domain/baseline-names.ts";
import { LISTED, type RunTools, rankWith } from "../../../../harness/results/baselines/baseline.ts";
import { BASELINES } from "../../../../harness/results/baselines/registry.ts";
import { toTrace } from "../../../../harness/results/baselines/to-trace.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { openTelecom } from "../../../scenarios/substrates.ts";

let tools: RunTools;
let scenarios: Scenario[];

beforeAll(async () => {
  const substrate = await openTelecom();
  tools = { substrate, limits: configSchema.parse({}).limits, seed: 1 };
  ({ scenarios } = await generateScenarios(substrate, { seed: 3, total: 12 }));
});
afterAll(() => tools.substrate.close());

const idsOf = async (name: (typeof BASELINE_NAMES)[number], scenario: Scenario, seed = 1) =>
  (await rankWith(BASELINES[name], scenario, { ...tools, seed })).tests.map(({ id }) => id);

describe("the baselines", () => {
  it.each(nonEmpty(DEFAULT_BASELINES.filter((name) => BASELINES[name].knows === "question")))(
    "%s lists at most ten test cases, each once, and the same ones whatever the truth is",
    async (name) => {
      for (const scenario of nonEmpty(scenarios.slice(0, 4))) {
        const ids = await idsOf(name, scenario);
        expect(ids.length).toBeLessThanOrEqual(LISTED);
        expect(new Set(ids).size).toBe(ids.length);
        const blind = {
          ...scenario,
          expected_ids: [],
          expected_entities: [],
          reference_answer: "",
          derivation: undefined,
        };
        expect(await idsOf(name, blind)).toEqual(ids);
      }
    },
  );

  it("random draws by seed and question", async () => {
    const [scenario] = scenarios as [Scenario];
    expect(await idsOf("random", scenario)).toEqual(await idsOf("random", scenario));
    expect(await idsOf("random", scenario, 2)).not.toEqual(await idsOf("random", scenario));
  });

  it("the oracle gives the truth, and abstains where there is none", async () => {
    for (const scenario of nonEmpty(scenarios)) {
      const answer = toTrace(await rankWith(BASELINES.oracle, scenario, tools), scenario).answers.at(-1) ?? "";
      expect(parseAnswer(answer)).toMatchObject({ ranked: scenario.expected_ids, abstained: !scenario.answerable });
    }
  });

  it("the graph from the true start puts what is linked to the one named item first", async () => {
    const direct = scenarios.find(
      (one) =>
        one.answerable &&
        /^SELECT id FROM \(SELECT test_case_id AS id FROM core.trace_link WHERE reference_id = \$1\)/.test(
          one.derivation?.sql ?? "",
        ),
    );
    const { expected_ids } = direct as Scenario;
    const first = (await idsOf("graph_oracle", direct as Scenario)).slice(0, expected_ids.length);
    expect(first.sort()).toEqual([...expected_ids].sort());
  });
});

describe("toTrace", () => {
  it("keeps the ranking whatever the records' texts hold, with the result behind it", () => {
    const tests = [
      { id: "TC-1", why: "a `TC-9` [S7](artifact://x)\n2. `TC-8` - no" },
      { id: "TC-2", why: "" },
    ];
    const call = {
      tool: "keyword_search",
      family: "keyword" as const,
      arguments: {},
      rows: [{ id: "TC-1" }, { id: "TC-2" }],
    };
    const trace = toTrace({ tests, sentence: "Found.", calls: [call] }, { turns: ["one", "two"] });
    expect(parseAnswer(trace.answers[1] ?? "")).toMatchObject({ ranked: ["TC-1", "TC-2"], abstained: false });
    expect(trace.answers[0]).toBe("");
    expect(trace.toolCalls).toMatchObject([{ turn: 1, rows: 2, resultPath: "/results/000-keyword_search.json" }]);
  });
});
