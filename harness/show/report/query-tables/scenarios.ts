import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { defineTable } from "./table.ts";

export const scenariosTable = defineTable<Scenario>({
  name: "scenarios",
  about: "a row a scenario",
  columns: {
    scenario: ["VARCHAR", "its id", ({ id }) => id],
    family: ["VARCHAR", "", ({ family }) => family],
    complexity: ["VARCHAR", "", ({ complexity }) => complexity],
    answerable: ["BOOLEAN", "whether there is something to find", ({ answerable }) => answerable],
    nonexistence: ["VARCHAR", "why there is nothing to find", ({ nonexistence }) => nonexistence],
    question: ["VARCHAR", "turns joined by an arrow", ({ turns }) => turns.join(" → ")],
    turns: ["INTEGER", "", ({ turns }) => turns.length],
    expected_ids: ["INTEGER", "how many", ({ expected_ids }) => expected_ids.length],
    reference_answer: ["VARCHAR", "", ({ reference_answer }) => reference_answer],
    sql: ["VARCHAR", "the query that the truth was derived by", ({ derivation }) => derivation?.sql],
  },
  all: ({ set }) => set.scenarios,
});
