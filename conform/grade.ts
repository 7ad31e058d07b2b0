/** Signs that no one sees, which models put around a colon. */
const SPACING = String.raw`[\s\u200b\u200c\u200d\u200e\u200f\u2060\u2063\ufeff]*`;
/** The greedy start binds to the last one, whose word decides whatever it is. */
const LAST = new RegExp(String.raw`^[\s\S]*(?<![\p{L}\p{N}_])GRADE${SPACING}:${SPACING}([\p{L}\p{N}_]*)`, "iu");

export type JudgeGrade = "C" | "P" | "I";
const GRADES: Readonly<Record<string, JudgeGrade>> = {
  ...{ c: "C", correct: "C", p: "P", partial: "P", i: "I", incorrect: "I" },
};

/** The grade with which a judge ends (`GRADE: C`), as Inspect AI's model-graded scorers read it; null where it gives none. */
export function lastGrade(output: string): JudgeGrade | null {
  return GRADES[LAST.exec(output)?.[1]?.toLowerCase() ?? ""] ?? null;
}
