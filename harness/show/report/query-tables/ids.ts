import type { ExecutionData, NamedIdOutcome } from "../site-data.ts";
import { defineTable } from "./table.ts";

export const expectedIdsTable = defineTable<{
  execution: string;
  of: ExecutionData["expected"][number];
  rank: number | null;
}>({
  name: "expected_ids",
  about: "a row an execution and expected id: was it retrieved, was it reported",
  columns: {
    execution: ["VARCHAR", "", ({ execution }) => execution],
    id: ["VARCHAR", "", ({ of }) => of.id],
    outcome: [
      "VARCHAR",
      "retrieved_reported, retrieved_unreported, unretrieved_reported or unretrieved_unreported",
      ({ of }) => of.outcome,
    ],
    first_call: ["INTEGER", "the first call whose result held it", ({ of }) => of.call],
    rank: ["INTEGER", "its place in the answer, from 1", ({ rank }) => rank],
  },
  rows:
    () =>
    ({ parts, data }) =>
      data.expected.map((of) => ({ execution: data.row.name, of, rank: rankOf(parts.extraction?.ranked_ids, of.id) })),
});

export const reportedIdsTable = defineTable<{
  execution: string;
  id: string;
  outcome: NamedIdOutcome;
  rank: number | null;
}>({
  name: "reported_ids",
  about: "a row an execution and id that its answer names",
  columns: {
    execution: ["VARCHAR", "", ({ execution }) => execution],
    id: ["VARCHAR", "", ({ id }) => id],
    outcome: [
      "VARCHAR",
      "found (expected and retrieved), unseen (expected, never retrieved), grounded (retrieved, not expected), asked (of the question) or invented",
      ({ outcome }) => outcome,
    ],
    rank: [
      "INTEGER",
      "rank in the recommended list, from 1; null where it is named outside the list",
      ({ rank }) => rank,
    ],
  },
  rows:
    () =>
    ({ parts, data }) =>
      Object.entries(data.ids).map(([id, outcome]) => ({
        execution: data.row.name,
        id,
        outcome,
        rank: rankOf(parts.extraction?.ranked_ids, id),
      })),
});

function rankOf(ranked: readonly string[] | undefined, id: string): number | null {
  const place = ranked?.indexOf(id) ?? -1;
  return place < 0 ? null : place + 1;
}
