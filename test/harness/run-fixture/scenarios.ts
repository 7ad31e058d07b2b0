import type { Complexity, Family, Scenario, ScenarioSet } from "../../../scenarios/set/schema.ts";

/** The shapes of ids in the fixture's invented corpus. */
export const ID_PATTERNS = [
  { role: "test_case" as const, pattern: "TC-\\d{5}", example: "TC-00017" },
  { role: "backlog_item" as const, pattern: "(?:FEA|REQ)-\\d{4}", example: "FEA-1023" },
];

interface Sketch {
  id: string;
  family: Family;
  complexity: Complexity;
  turns: string[];
  tests: number;
  entities: string[];
}

const ANSWERABLE: Sketch[] = [
  {
    id: "S001",
    family: "lookup",
    complexity: "single_hop",
    turns: ["Show the test case TC-00100."],
    tests: 1,
    entities: ["attach timer"],
  },
  {
    id: "S002",
    family: "search",
    complexity: "single_hop",
    turns: ["Which tests exercise <b>paging</b> retries?"],
    tests: 4,
    entities: ["paging", "retry counter"],
  },
  {
    id: "S003",
    family: "traceability",
    complexity: "multi_hop",
    turns: ["FEA-1003 changed: which tests matter?"],
    tests: 12,
    entities: ["FEA-1003"],
  },
  {
    id: "S004",
    family: "impact",
    complexity: "reasoning",
    turns: ["=What breaks if the handover message changes?"],
    tests: 7,
    entities: ["handover request", "path switch", "X2AP"],
  },
  {
    id: "S005",
    family: "comparison",
    complexity: "reasoning",
    turns: ["Compare FEA-1005 and FEA-1006.", "Which tests cover both?"],
    tests: 3,
    entities: [],
  },
  {
    id: "S006",
    family: "search",
    complexity: "multi_hop",
    turns: ["Tests for the bearer set-up, please"],
    tests: 5,
    entities: ["bearer", "QoS class"],
  },
];

const UNANSWERABLE = [
  { id: "S007", family: "lookup", complexity: "single_hop", turns: ["Show TC-99999."], nonexistence: "fabricated_id" },
  {
    id: "S008",
    family: "traceability",
    complexity: "multi_hop",
    turns: ["Which tests reference REQ-2008?"],
    nonexistence: "real_item_without_tests",
  },
] as const;

/** Eight scenarios over all families and complexities: six answerable (one of two turns), two not. */
export function fixtureScenarios(): ScenarioSet {
  return {
    version: 1,
    corpus: "fixture",
    snapshot: "any",
    seed: null,
    notes: ["fixture, written by hand: not a measurement"],
    scenarios: [...ANSWERABLE.map(answerable), ...UNANSWERABLE.map(unanswerable)],
  };
}

/** Test cases of a scenario: S003's are TC-00300, TC-00301, ... */
export function testId(scenarioId: string, index: number): string {
  return `TC-${scenarioId.slice(1)}${String(index).padStart(2, "0")}`;
}

function answerable(sketch: Sketch): Scenario {
  const expected = Array.from({ length: sketch.tests }, (_, index) => testId(sketch.id, index));
  return {
    id: sketch.id,
    family: sketch.family,
    complexity: sketch.complexity,
    answerable: true,
    turns: sketch.turns,
    expected_ids: expected,
    expected_entities: sketch.entities,
    reference_answer: `The relevant tests are ${expected.join(", ")}.`,
    traps: [],
  };
}

function unanswerable(sketch: (typeof UNANSWERABLE)[number]): Scenario {
  return {
    ...sketch,
    turns: [...sketch.turns],
    answerable: false,
    expected_ids: [],
    expected_entities: [],
    reference_answer: "No supported recommendation.",
    traps: [],
  };
}
