import { withoutOperators } from "../../../db/search/query.ts";
import type { AgentLimits } from "../../contract/limits.ts";
import type { Retrieve } from "./calls.ts";

/** Longest query that every search takes, in characters. */
const LONGEST_QUERY = 1000;

const MAXIMA = {
  keyword_search: "keywordMax",
  vector_search: "vectorMax",
  hybrid_search: "hybridMax",
} as const satisfies Record<string, keyof AgentLimits>;

/** The test cases that one search finds for the question as it stands; fewer where the limits of the tools allow no more. */
export function bySearch(tool: keyof typeof MAXIMA, atMost: number): Retrieve {
  return async ({ question, limits, call }) => {
    const limit = Math.min(atMost, limits[MAXIMA[tool]]);
    await call(tool, { query: toQuery(question), types: ["test_case"], limit });
  };
}

/** Of a long conversation the end: what was asked last must be in it. */
export function toQuery(question: string): string {
  return withoutOperators(question).trim().slice(-LONGEST_QUERY).toWellFormed();
}
