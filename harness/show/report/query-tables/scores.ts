import type { Score } from "../../../record/domain/records.ts";
import { defineTable } from "./table.ts";

export const scoresTable = defineTable<{ execution: string; metric: string; score: Score }>({
  name: "scores",
  about: "a row an execution and metric, with the reason where there is no number",
  columns: {
    execution: ["VARCHAR", "", ({ execution }) => execution],
    metric: ["VARCHAR", "its canonical name", ({ metric }) => metric],
    value: ["DOUBLE", "null where it is unscored, never 0", ({ score }) => score.value],
    reason: ["VARCHAR", "why there is no value", ({ score }) => score.reason],
  },
  rows:
    () =>
    ({ parts, data }) =>
      Object.entries(parts.score.scores).map(([metric, score]) => ({ execution: data.row.name, metric, score })),
});
