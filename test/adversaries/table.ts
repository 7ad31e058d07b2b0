import type { AdversaryResult } from "./run-adversaries.ts";

const COLUMNS = [
  ["pass", "judge passes"],
  ["ndcg@10", "NDCG@10"],
  ["id_coverage", "id coverage"],
  ["grounding_coverage", "grounded"],
  ["hallucinated_ids", "invented ids"],
] as const;

/** Each adversary and workflow: how its executions ended, and what the headline metrics say. */
export function tableOf(results: readonly AdversaryResult[]): { columns: string[]; rows: string[][] } {
  const columns = [
    ...["adversary", "workflow", "ended", "passes, answerable", "passes, unanswerable"],
    ...COLUMNS.map(([, label]) => label),
    "abstention, balanced accuracy",
  ];
  const rows = results.map(({ adversary, workflow, summary: { outcomes, metrics, abstention }, executions }) => [
    adversary,
    workflow,
    Object.entries(outcomes)
      .filter(([, n]) => n > 0)
      .map(([name, n]) => `${n} ${name}`)
      .join(", "),
    passed(executions, true),
    passed(executions, false),
    ...COLUMNS.map(([name]) => shown(metrics[name]?.mean ?? null)),
    shown(abstention.balanced_accuracy?.mean ?? null),
  ]);
  return { columns, rows };
}

/** So many of the scenarios that are, or are not, answerable. */
function passed(executions: AdversaryResult["executions"], answerable: boolean): string {
  const own = executions.filter(({ scenario }) => scenario.answerable === answerable);
  return `${own.filter(({ record }) => record.scores.functional_pass?.value === 1).length} of ${own.length}`;
}

function shown(mean: number | null): string {
  return mean === null ? "unscored" : mean.toFixed(2).replace(/^0\./, ".");
}
