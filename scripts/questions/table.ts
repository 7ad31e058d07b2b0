import { GRADES, type Grade } from "./question.ts";

export interface GradeRow {
  id: string;
  model: string;
  corpus: string;
  kind: string;
  grade: Grade;
}

/** Grades by model and corpus, as a Markdown table with their sums. */
export function tableOf(rows: readonly GradeRow[]): string {
  const head = ["model", "corpus", "questions", ...GRADES];
  const models = [...new Set(rows.map(({ model }) => model))];
  const lines = models.flatMap((model) => {
    const own = rows.filter((row) => row.model === model);
    const corpora = [...new Set(own.map(({ corpus }) => corpus))];
    return [
      ...corpora.map((corpus) =>
        lineOf(
          [model, corpus],
          own.filter((row) => row.corpus === corpus),
        ),
      ),
      lineOf([model, "all"], own),
    ];
  });
  return [`| ${head.join(" | ")} |`, `|---|---|${"---:|".repeat(head.length - 2)}`, ...lines].join("\n");
}

function lineOf(names: readonly string[], rows: readonly GradeRow[]): string {
  const counts = GRADES.map((grade) => rows.filter((row) => row.grade === grade).length);
  return `| ${[...names, rows.length, ...counts].join(" | ")} |`;
}
