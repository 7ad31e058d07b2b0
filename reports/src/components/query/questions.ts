import type { NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";

/** A question that readers begin with. */
export interface ReadyQuestion {
  title: string;
  cells: readonly NotebookCell[];
}

type ReadyPlot = Record<string, unknown> & { marks: readonly object[] };

export const QUESTIONS: readonly ReadyQuestion[] = [
  ask(
    "Which configuration is cheapest per correct answer?",
    `SELECT configuration,
  CASE WHEN count(cost) = count(*) THEN sum(cost) / nullif(sum(functional_pass), 0) END AS dollars_per_correct,
  sum(tokens_in + tokens_out) / nullif(sum(functional_pass), 0) AS tokens_per_correct,
  sum(functional_pass) AS correct,
  count(*) AS executions
FROM executions
WHERE outcome <> 'missing'
GROUP BY configuration
ORDER BY dollars_per_correct NULLS LAST, tokens_per_correct NULLS LAST, configuration`,
  ),
  ask(
    "Which scenarios does every model fail?",
    `SELECT scenario, s.family, s.question, count(DISTINCT e.model) AS models, count(*) AS executions
FROM executions e JOIN scenarios s USING (scenario)
WHERE outcome <> 'missing'
GROUP BY ALL
HAVING max(functional_pass) = 0
ORDER BY scenario`,
  ),
  ask(
    "What share of answers is sent back, per workflow and knowledge mode?",
    `SELECT workflow, knowledge, avg(asked_again) AS sent_back, count(asked_again) AS executions
FROM executions
GROUP BY workflow, knowledge
ORDER BY workflow, knowledge`,
    {
      marks: [
        { type: "barX", x: "sent_back", y: "knowledge", fy: "workflow", fill: "accent", tip: true },
        { type: "ruleX", x: 0 },
      ],
      x: { percent: true, label: "answers sent back (%)" },
      y: { label: null },
      fy: { label: null },
    },
  ),
  ask(
    "How long does an answer take?",
    `SELECT model, workflow, knowledge,
  median(seconds) AS median_s,
  quantile_cont(seconds, 0.95) AS p95_s,
  max(seconds) AS slowest_s,
  count(seconds) AS executions
FROM executions
GROUP BY model, workflow, knowledge
ORDER BY median_s, model, workflow, knowledge`,
    {
      marks: [
        { type: "ruleY", x1: "median_s", x2: "p95_s", y: "knowledge", stroke: "model", fy: "workflow" },
        { type: "dot", x: "median_s", y: "knowledge", fill: "model", fy: "workflow", tip: true },
      ],
      x: { label: "seconds, median to 95th percentile", grid: true },
      y: { label: null },
      fy: { label: null },
      color: { legend: true },
    },
  ),
  ask(
    "Which tool is slowest?",
    `SELECT tool, family, count(*) AS calls,
  median(seconds) AS median_s,
  quantile_cont(seconds, 0.95) AS p95_s,
  sum(seconds) AS total_s
FROM calls
GROUP BY tool, family
ORDER BY median_s DESC, tool`,
  ),
  ask(
    "Which calls failed, and with which code?",
    `SELECT tool, error, count(*) AS calls, count(DISTINCT execution) AS executions,
  min(execution) AS execution, min_by(message, execution || call) AS message
FROM calls
WHERE status = 'error'
GROUP BY tool, error
ORDER BY calls DESC, tool, error`,
  ),
  ask(
    "Which expected ids were found in a result, but not reported?",
    `SELECT i.execution, i.id, c.tool, i.first_call, c.truncated, s.question
FROM expected_ids i
JOIN executions e USING (execution)
JOIN scenarios s USING (scenario)
LEFT JOIN calls c ON c.execution = i.execution AND c.call = i.first_call
WHERE i.outcome = 'retrieved_unreported'
ORDER BY i.execution, i.id`,
  ),
  ask(
    "Which tool finds an expected id first?",
    `SELECT coalesce(c.tool, '(never found)') AS tool, count(*) AS ids,
  avg(CASE WHEN i.outcome = 'retrieved_reported' THEN 1 ELSE 0 END) AS reported,
  median(i.first_call) AS median_call
FROM expected_ids i
LEFT JOIN calls c ON c.execution = i.execution AND c.call = i.first_call
GROUP BY ALL
ORDER BY ids DESC, tool`,
  ),
  ask(
    "Who invents ids?",
    `SELECT configuration, count(r.id) AS invented, count(DISTINCT r.execution) AS executions_with_one,
  count(DISTINCT e.execution) AS executions, any_value(r.id ORDER BY r.id) AS example
FROM executions e
LEFT JOIN reported_ids r ON r.execution = e.execution AND r.outcome = 'invented'
WHERE e.outcome <> 'missing'
GROUP BY configuration
ORDER BY invented DESC, configuration`,
  ),
  ask(
    "Where do the judge and the functional verdict disagree?",
    `SELECT e.execution, e.functional_pass AS functional, e.pass AS judge, v.overall_score, e.scenario, v.summary
FROM executions e
JOIN verdicts v ON v.execution = e.execution AND v.judge = 'primary'
WHERE e.pass <> e.functional_pass
ORDER BY e.execution`,
  ),
  ask(
    "Which scenarios separate the models most?",
    `WITH means AS (
  SELECT scenario, model, avg("ndcg@10") AS ndcg
  FROM executions
  GROUP BY scenario, model
)
SELECT scenario, max(ndcg) - min(ndcg) AS spread,
  arg_max(model, ndcg) AS best, max(ndcg) AS best_ndcg,
  arg_min(model, ndcg) AS worst, min(ndcg) AS worst_ndcg, s.question
FROM means JOIN scenarios s USING (scenario)
GROUP BY scenario, s.question
HAVING count(ndcg) > 1
ORDER BY spread DESC, scenario`,
  ),
  ask(
    "What failed or has no number, and why?",
    `SELECT e.outcome, e.error, s.metric, s.reason, count(*) AS executions, min(s.execution) AS execution
FROM scores s JOIN executions e USING (execution)
WHERE s.value IS NULL AND s.reason NOT IN ('answerable', 'unanswerable')
GROUP BY ALL
ORDER BY executions DESC, metric, reason, outcome`,
  ),
];

/** A question with its query, and what its answer looks like drawn. */
function ask(title: string, sql: string, plot?: ReadyPlot): ReadyQuestion {
  const drawn = plot ? [{ type: "plot" as const, text: writePlot(plot) }] : [];
  return { title, cells: [{ type: "sql", text: sql }, ...drawn] };
}

/** JSON with a line for each mark and scale, as one would write it by hand. */
export function writePlot({ marks, ...rest }: ReadyPlot): string {
  const lines = marks.map((mark) => `    ${JSON.stringify(mark)}`).join(",\n");
  const scales = Object.entries(rest).map(([name, value]) => `,\n  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n  "marks": [\n${lines}\n  ]${scales.join("")}\n}`;
}
