import { toHitRow } from "../../../agent/tools/search-input.ts";
import type { SearchHit } from "../../../db/ports/ports.ts";
import type { BaselineCall, BaselineRanking } from "./baseline.ts";

/** The ranking that one search gives, hit by hit. */
export function rankHits(call: Omit<BaselineCall, "rows">, hits: readonly SearchHit[]): BaselineRanking {
  return {
    tests: hits.map(({ id, title }) => ({ id, why: title })),
    sentence: "The question as it stands was searched for; what comes first is listed.",
    calls: [{ ...call, rows: hits.map(toHitRow) }],
  };
}
