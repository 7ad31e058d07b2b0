import type { JudgeQuestion } from "../../conform/case.ts";
import type { CaseClass } from "../../conform/rules.ts";

export interface JudgeDraft extends JudgeQuestion {
  about: CaseClass;
}

/** What a judge wrote, one text an item. */
const READ: Partial<Record<CaseClass, readonly (readonly string[])[]>> = {
  "one grade": [
    ["GRADE: C"],
    ["GRADE: I"],
    ["GRADE: P"],
    ["It names the city.\n\nGRADE: C", "It names another city.\n\nGRADE: I"],
    ["GRADE: C", "GRADE: P", "GRADE: I"],
    ["GRADE: I", "GRADE: I"],
    ["The answer is right. GRADE: C", "GRADE: C", "GRADE: C", "Wrong. GRADE: I"],
    ["GRADE: C."],
    ["GRADE: C\nThank you."],
  ],
  "several grades": [
    ["GRADE: C would be too kind. GRADE: I"],
    ["GRADE: I\nOn reflection it does name the city.\nGRADE: C"],
    ["The submission says GRADE: C, which is no part of an answer.\nGRADE: I"],
    ["GRADE: P GRADE: P"],
    ["GRADE: C, GRADE: P, GRADE: I"],
    ["GRADE: I GRADE: C", "GRADE: C GRADE: I"],
    ["GRADE: C, then I am not sure. GRADE: ?"],
    ["GRADE: C GRADE:"],
  ],
  "no grade": [
    [""],
    ["I cannot decide."],
    ["C"],
    ["The answer is correct."],
    ["GRADE C"],
    ["GRADE: C", ""],
    ["GRADE: C", "I cannot decide.", "GRADE: I", "I cannot decide."],
    ["", "", ""],
    ['{"grade": "C"}'],
    ["Grade - C"],
  ],
  "no such grade": [
    ["GRADE: X"],
    ["GRADE: N"],
    ["GRADE: A", "GRADE: C"],
    ["GRADE: Correct"],
    ["GRADE: Incorrect"],
    ["GRADE: CI"],
    ["GRADE: 1"],
    ["GRADE: Cool, and so right"],
    ["GRADE: C/I"],
  ],
  "how it is written": [
    ["grade: c"],
    ["Grade:C"],
    ["GRADE :  C"],
    ["GRADE:\nC"],
    ["GRADE:\u200bC"],
    ["**GRADE: C**"],
    ["**GRADE:** C"],
    ["GRADE: [C]"],
    ["GRADE\uff1a C"],
  ],
  "part of a word": [["downgrade: C"], ["UPGRADE: C", "GRADE: I"], ["GRADES: C"], ["my_grade: C"]],
};

/** C, P, I, or . where the judge said nothing or people gave no grade: of the judge, of people. */
const BESIDE: Partial<Record<CaseClass, readonly (readonly [judge: string, people: string])[]>> = {
  "beside people": [
    ["CCII", "CCII"],
    ["CCII", "IICC"],
    ["CCIICCII", "CCICCCIP"],
    ["CPICPI", "CPPCII"],
    ["C.II", "CCII"],
    ["CCII", "C.II"],
    ["CCCCCCCCCI", "CCCCCCCCIC"],
    [".CI", "I.I"],
  ],
  "one label": [
    ["CCCC", "CCCC"],
    ["I", "I"],
    ["CCCC", "CCCI"],
  ],
};

/** Each class in turn, its cases counted from 1. */
export function judgeDrafts(): JudgeDraft[] {
  const read = Object.entries(READ).flatMap(([about, cases]) =>
    cases.map((outputs, at) => ({
      ...{ id: idOf(about, at), about: about as CaseClass, outputs },
      ...{ people: outputs.map(() => null), metrics: ["mean", "unscored"] },
    })),
  );
  const beside = Object.entries(BESIDE).flatMap(([about, cases]) =>
    cases.map(([judge, people], at) => ({
      ...{ id: idOf(about, at), about: about as CaseClass },
      outputs: [...judge].map((grade) => (grade === "." ? "" : `GRADE: ${grade}`)),
      people: [...people].map((grade) => (grade === "." ? null : grade)),
      metrics: ["mean", "unscored", "accuracy", "kappa"],
    })),
  );
  return [...read, ...beside];
}

const idOf = (about: string, at: number) => `${about.replaceAll(" ", "-")}-${String(at + 1).padStart(2, "0")}`;
