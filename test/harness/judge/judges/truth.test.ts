import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idReader } from "../../../../base/ids/id-reader.ts";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import { oracleBaseline } from "../../../../harness/results/baselines/oracle.ts";
import { toTrace } from "../../../../harness/results/baselines/to-trace.ts";
import { verifyFunctionally } from "../../../../harness/results/metrics/execution/functional.ts";
import { toExtraction } from "../../../../harness/run/stages/extract/extraction.ts";
import { referenceAnswer } from "../../../../scenarios/reference-answer.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { makeScenario, THRESHOLDS } from "./cases.ts";

/** Ids as corpora have them: parts of other ids, with all kinds of separators and signs, words, numbers, other scripts. */
const PIECES = ["spec", "lib", "name", "core", "6", "2", "12", "REQ", "x.html", "試験", "Prüf", "C", "a b", "it's"];
const SEPARATORS = [
  "#",
  "-",
  ".",
  "/",
  "::",
  " ",
  "_",
  "",
  "|",
  "`",
  "``",
  "(",
  ")",
  "[",
  "]",
  "*",
  "<",
  ">",
  "~",
  '"',
  "+",
  "§",
  ":",
];
const id = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.flat().join("").trim());

async function answeredWithTruth(scenario: Scenario) {
  const tools = {} as Parameters<typeof oracleBaseline.rank>[1];
  const trace = toTrace(await oracleBaseline.rank(scenario, tools), scenario);
  const time = { outcome: "success" as const, started_at: "", duration_ms: 0 };
  const key = {
    scenario_id: "S1",
    model: "oracle",
    workflow: "react" as const,
    knowledge: "prompt" as const,
    repeat: 0,
  };
  return toExtraction({ ...key, ...time, thread_id: "t", assistant_id: "a", turns: [{ turn: 0, ...time }] }, trace);
}

describe("the ground truth, written as an answer", () => {
  it("passes the functional verdict and the rubric, whatever ids and names are made of", async () => {
    const sets = fc.uniqueArray(id, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sets, fc.uniqueArray(id, { maxLength: 3 }), id, async (ids, entities, item) => {
        const finding = `traced to ${item} ("${item.replaceAll('"', "")}")`;
        const scenario = makeScenario({
          expected_ids: ids,
          expected_entities: entities,
          reference_answer: referenceAnswer({ finding }, { ids, entities }),
        });
        const extraction = await answeredWithTruth(scenario);
        expect(extraction.ranked_ids).toEqual(ids);
        const answer = extraction.final_text;
        const reader = idReader(ids);
        const verified = verifyFunctionally({
          outcome: "success",
          scenario,
          entityThreshold: 1,
          answer,
          extraction,
          ids: reader,
        });
        expect(verified.filter(({ pass }) => !pass)).toEqual([]);
        const { status, ground_truth } = judgeByPrimaryRubric({ scenario, extraction, ids: reader }, THRESHOLDS);
        expect({ status, aligned: ground_truth.reference_answer_alignment }).toEqual({ status: "pass", aligned: 1 });
      }),
      { numRuns: 300 },
    );
  });
});
