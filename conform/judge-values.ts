import { cohenKappa } from "../measure/statistics/agreement/cohen-kappa.ts";
import { mean } from "../measure/statistics/basics/describe.ts";
import type { JudgeQuestion } from "./case.ts";
import { type JudgeGrade, lastGrade } from "./grade.ts";

const VALUES: Readonly<Record<JudgeGrade, number>> = { C: 1, P: 0.5, I: 0 };
const LETTERS = ["C", "P", "I"];

/** Mean of what was graded, how much was not, and how far it agrees with people over what both graded. */
export function judgeValues({ outputs, people }: JudgeQuestion): Record<string, number | null> {
  const grades = outputs.map(lastGrade);
  const graded = grades.filter((grade) => grade !== null);
  const pairs = grades.flatMap((grade, at) => {
    const other = people[at] ?? null;
    return grade === null || other === null ? [] : [[LETTERS.indexOf(grade), LETTERS.indexOf(other)] as const];
  });
  const [own, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  return {
    mean: mean(graded.map((grade) => VALUES[grade])),
    unscored: outputs.length - graded.length,
    accuracy: mean(pairs.map(([one, other]) => Number(one === other))),
    kappa: pairs.length === 0 ? null : cohenKappa(own, others),
  };
}
