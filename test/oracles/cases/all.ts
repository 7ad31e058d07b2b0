import { makeRandom } from "../../../base/random.ts";
import { AGREEMENT_CASES } from "./agreement.ts";
import type { OracleCase } from "./case.ts";
import { CLUSTERING_CASES } from "./clustering.ts";
import { COMPARISON_CASES } from "./comparison.ts";
import { NUMBER_CASES } from "./numbers.ts";
import { RANKING_CASES } from "./ranking.ts";
import { TEXT_CASES } from "./texts.ts";

/** All random cases, the same ones every time. */
export function oracleCases(): OracleCase[] {
  const makers = {
    ...AGREEMENT_CASES,
    ...CLUSTERING_CASES,
    ...COMPARISON_CASES,
    ...NUMBER_CASES,
    ...RANKING_CASES,
    ...TEXT_CASES,
  };
  return Object.entries(makers).flatMap(([kind, [count, make]]) =>
    Array.from({ length: count }, (_, index) => make(makeRandom("oracle", kind, index), index)),
  );
}
