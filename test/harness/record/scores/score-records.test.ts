import { expect, it } from "vitest";
import { findScore, ScoreRecords, wholeRecord } from "../../../../harness/record/scores/score-records.ts";

const RECORD = {
  ...{ scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat: 0, family: "lookup" },
  ...{ complexity: "single_hop", answerable: true, outcome: "success" },
  scores: { "ndcg@10": { value: 0.5 }, judge: { value: null, reason: "judge_failed" } },
} as const;

it("reads a kept record as it was, as a whole and member by member", () => {
  const kept = new ScoreRecords().add(RECORD as never);
  expect([kept.model, kept.scores["ndcg@10"], findScore(kept, "judge")]).toEqual([
    "m",
    { value: 0.5 },
    RECORD.scores.judge,
  ]);
  expect(wholeRecord(kept)).toEqual(RECORD);
  expect(JSON.parse(JSON.stringify(kept))).toEqual(RECORD);
});

it.each<[string, (record: object) => unknown]>([
  ["...", (record) => ({ ...record })],
  ["the rest of its members", ({ scores: _, ...facts }: { scores?: unknown }) => facts],
  ["Object.assign", (record) => Object.assign({}, record)],
])("refuses a copy of a kept record by %s, which would be empty, and says what to do", (_, copy) => {
  const kept = new ScoreRecords().add(RECORD as never);
  expect(() => copy(kept)).toThrow(/wholeRecord/);
  expect(copy(wholeRecord(kept))).toMatchObject({ model: "m" });
});
