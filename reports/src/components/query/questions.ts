import type { CellText } from "./address.ts";

/** A question that readers begin with. */
export interface ReadyQuestion {
  title: string;
  cells: readonly CellText[];
}

export const QUESTIONS: readonly ReadyQuestion[] = [
  {
    title: "Which configuration is cheapest per correct answer?",
    cells: [
      sql(`SELECT configuration,
  CASE WHEN count(cost) = count(*) THEN sum(cost) / nullif(sum(functional_pass), 0) END AS dollars_per_correct,
  sum(tokens_in + tokens_out) / nullif(sum(functional_pass), 0) AS tokens_per_correct,
  sum(functional_pass) AS correct,
  count(*) AS executions
FROM executions
GROUP BY configuration
ORDER BY dollars_per_correct NULLS LAST, tokens_per_correct NULLS LAST, configuration`),
    ],
  },
];

function sql(text: string): CellText {
  return { type: "sql", text };
}
