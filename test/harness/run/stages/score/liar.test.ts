import { describe, expect, it } from "vitest";
import type { ScopeTask, Workflow } from "../../../../../agent/contract/contract.ts";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import { makeJudgeInput } from "../../../../../harness/judge/judges/input.ts";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import type { ExecutionRecord, Extraction } from "../../../../../harness/record/domain/records.ts";
import { scoreValue } from "../../../../../harness/results/metrics/scored-execution.ts";
import { toExtraction } from "../../../../../harness/run/stages/extract/extraction.ts";
import { scoreRecords } from "../../../../../harness/run/stages/score/score-configuration.ts";
import type { Scenario } from "../../../../../scenarios/set/schema.ts";
import { smallAgent } from "../../../../agent/small-agent.ts";
import { makeTask } from "../../../../agent/task.ts";
import { loopbackModel } from "../../../../loopback/model.ts";
import { startProvider } from "../../../../loopback/provider.ts";
import { fixtureScenarios } from "../../../run-fixture/scenarios.ts";

/** Always the same three ids, none of which is in the corpus. */
const LIE =
  "The tests for this are listed below.\n\n## Recommended\n1. `TC-9999` [S1]\n2. `TC-9000` [S1]\n3. `TC-9876` [S1]\n\n## Sources\n- S1: [records](artifact://t?path=/results/000-keyword_search.json)";
const ids = idReader([], { idPatterns: [{ pattern: "TC-\\d{4}" }] });

const agent = smallAgent();

const QUESTION = "Which tests are about handover?";
const answerable = scenario({ answerable: true, expected_ids: ["TC-1001"] });
const unanswerable = scenario({ answerable: false, expected_ids: [] });

function scenario(changes: Partial<Scenario>): Scenario {
  return { ...fixtureScenarios().scenarios[1]!, turns: [QUESTION], expected_entities: [], ...changes };
}

let threads = 0;
async function lie(workflow: Workflow, { turns = [QUESTION], ...changes }: Partial<ScopeTask> = {}) {
  const provider = await startProvider(() => ({ type: "text", text: LIE }));
  try {
    const task = makeTask({ workflow, turns, thread: `liar-${threads++}`, changes });
    const model = loopbackModel(provider.url);
    const run = await agent.system.run({ ...task, model });
    const key = { model: "liar", workflow, knowledge: "prompt", scenario_id: "S002", repeat: 0 } as const;
    const record = { ...key, outcome: run.outcome, turns } as unknown as ExecutionRecord;
    return toExtraction(record, await agent.system.readTrace(task));
  } finally {
    await provider.close();
  }
}

function scored(extraction: Extraction, asked: Scenario) {
  const { model, workflow, knowledge, scenario_id, repeat, outcome } = extraction;
  const one = scoreRecords(
    { config: configSchema.parse({}), ids, judgedRelevance: false },
    {
      key: { model, workflow, knowledge, scenario_id, repeat },
      ...{ scenario: asked, outcome, extraction, primary: null, calibration: null, meta: null, timing: null },
    },
  );
  return (metric: string) => scoreValue(one, metric);
}

describe("an endpoint that always recommends ids that do not exist", () => {
  it.each(["keyword_rag", "react", "plan_execute", "corrective_sparse"] as const)(
    "%s: passes nothing, abstains nowhere, and its ids are counted as invented",
    async (workflow) => {
      const extraction = await lie(workflow, { gradeThreshold: -1 });
      const found = scored(extraction, answerable);
      const nothing = scored(extraction, unanswerable);
      expect([extraction.final_text, extraction.ranked_ids]).toEqual([LIE, ["TC-9999", "TC-9000", "TC-9876"]]);
      expect([found("functional_pass"), nothing("functional_pass")]).toEqual([0, 0]);
      expect([nothing("abstention_correct"), nothing("abstention_missed"), found("abstention_false")]).toEqual([
        0, 1, 0,
      ]);
      expect([found("hallucinated_ids"), found("grounding_coverage"), found("substantive")]).toEqual([3, 0, 1]);
      const { final_response } = makeJudgeInput({ scenario: answerable, extraction, ids });
      expect(final_response).toBe(LIE);
    },
  );

  it("keeps what the guard showed as an outcome of its own", async () => {
    const extraction = await lie("react");
    expect(extraction.guarded_answers).toEqual([expect.stringMatching(/^No supported recommendation/)]);
    const nothing = scored(extraction, unanswerable);
    expect(nothing("functional_pass(view=guarded)")).toBe(1);
    expect(nothing("abstention_correct(view=guarded)")).toBe(1);
    expect(nothing("hallucinated_ids(view=guarded)")).toBe(0);
    expect(scored(extraction, answerable)("abstention_false(view=guarded)")).toBe(1);
  });

  it("is scored by its last turn's answer, each turn by what was said in it", async () => {
    const extraction = await lie("react", { turns: [QUESTION, "And in the lab?"] });
    expect(extraction.answers).toEqual([LIE, LIE]);
    expect(extraction.guarded_answers).toHaveLength(2);
    expect(scored(extraction, unanswerable)("abstention_correct")).toBe(0);
  });

  it("leaves a workflow's own fixed abstention as its answer", async () => {
    const extraction = await lie("corrective_sparse", { gradeThreshold: 2 });
    expect([extraction.abstained, extraction.contract_fallback]).toEqual([true, false]);
    expect(scored(extraction, unanswerable)("abstention_correct")).toBe(1);
  });
});
