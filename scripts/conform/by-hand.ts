import type { RankingQuestion } from "../../conform/case.ts";
import type { RankingClass } from "../../conform/rules.ts";

export interface CaseShape extends Pick<RankingQuestion, "qrels" | "run"> {
  about: RankingClass;
}

/** The smallest inputs on which evaluators are known to part. */
export const BY_HAND: readonly CaseShape[] = [
  { about: "plain", qrels: [["q1", "d1", 1]], run: [["q1", "d1", 1]] },
  { about: "plain", qrels: [["q1", "d1", 1]], run: [["q1", "d2", 1]] },
  // Lower scores first in the file: the order of lines is none.
  {
    about: "plain",
    qrels: [["q1", "d2", 1]],
    run: [
      ["q1", "d1", 1],
      ["q1", "d2", 2],
    ],
  },
  {
    about: "plain",
    qrels: [["q1", "d1", 1]],
    run: [
      ["q1", "d1", -1],
      ["q1", "d2", -2],
    ],
  },
  {
    about: "ties",
    qrels: [
      ["q1", "d1", 1],
      ["q1", "d2", 0],
    ],
    run: [
      ["q1", "d1", 1],
      ["q1", "d2", 1],
    ],
  },
  {
    about: "ties",
    qrels: [
      ["q1", "d2", 1],
      ["q1", "d1", 0],
    ],
    run: [
      ["q1", "d1", 1],
      ["q1", "d2", 1],
    ],
  },
  // As numbers 10 is above 9; as bytes it is below.
  {
    about: "ties",
    qrels: [
      ["q1", "9", 1],
      ["q1", "10", 0],
    ],
    run: [
      ["q1", "10", 1],
      ["q1", "9", 1],
    ],
  },
  {
    about: "close scores",
    qrels: [["q1", "d1", 1]],
    run: [
      ["q1", "d1", 0.10000000000000002],
      ["q1", "d2", 0.1],
    ],
  },
  {
    about: "close scores",
    qrels: [["q1", "d1", 1]],
    run: [
      ["q1", "d1", 16777217],
      ["q1", "d2", 16777216],
    ],
  },
  {
    about: "grades",
    qrels: [
      ["q1", "d1", 3],
      ["q1", "d2", 1],
    ],
    run: [
      ["q1", "d2", 2],
      ["q1", "d1", 1],
    ],
  },
  {
    about: "negative grades",
    qrels: [
      ["q1", "d1", -1],
      ["q1", "d2", 1],
    ],
    run: [
      ["q1", "d1", 2],
      ["q1", "d2", 1],
    ],
  },
  { about: "no relevant document", qrels: [["q1", "d1", 0]], run: [["q1", "d1", 1]] },
  {
    about: "missing queries",
    qrels: [
      ["q1", "d1", 1],
      ["q2", "d1", 1],
    ],
    run: [["q1", "d1", 1]],
  },
  {
    about: "extra queries",
    qrels: [["q1", "d1", 1]],
    run: [
      ["q1", "d1", 1],
      ["q2", "d1", 1],
    ],
  },
  // The ideal ranking has both; a gain taken from what was retrieved makes this a perfect list.
  {
    about: "more relevant than k",
    qrels: [
      ["q1", "d1", 1],
      ["q1", "d2", 1],
    ],
    run: [["q1", "d1", 1]],
  },
  {
    about: "few results",
    qrels: [["q1", "d1", 1]],
    run: [
      ["q1", "d1", 2],
      ["q1", "d2", 1],
    ],
  },
  {
    about: "ids",
    qrels: [["q1", "#1", 1]],
    run: [
      ["q1", "#1", 1],
      ["q1", "1", 2],
    ],
  },
  {
    about: "ids",
    qrels: [["q1", "\u00e9", 1]],
    run: [
      ["q1", "e\u0301", 2],
      ["q1", "\u00e9", 1],
    ],
  },
  {
    about: "ids",
    qrels: [["#q", "a,b", 1]],
    run: [
      ["#q", "a,b", 1],
      ["#q", "a", 2],
    ],
  },
  {
    about: "duplicates",
    qrels: [["q1", "d1", 1]],
    run: [
      ["q1", "d1", 2],
      ["q1", "d1", 1],
    ],
  },
  {
    about: "duplicates",
    qrels: [
      ["q1", "d1", 1],
      ["q1", "d1", 0],
    ],
    run: [["q1", "d1", 1]],
  },
  { about: "not a number", qrels: [["q1", "d1", 1]], run: [["q1", "d1", "NaN"]] },
];
