import type { NotebookCell } from "../../harness/show/report/notebooks/notebook.ts";

/** Ten questions that someone with a run asks of it, some of them of the answers to others. */
export const OWN_QUESTIONS: readonly (NotebookCell & { title: string; name: string })[] = [
  ask(
    "pass_rates",
    "How often does each configuration pass?",
    "SELECT configuration, model, avg(functional_pass) AS pass_rate, count(functional_pass) AS n\nFROM executions\nGROUP BY ALL\nORDER BY pass_rate DESC, configuration",
  ),
  ask(
    "best",
    "Which configuration is best for each model?",
    "SELECT model, arg_max(configuration, pass_rate) AS best, max(pass_rate) AS pass_rate\nFROM pass_rates\nGROUP BY model\nORDER BY model",
  ),
  ask(
    "gains",
    "What does knowledge as a skill change, scenario by scenario?",
    "WITH means AS (\n  SELECT scenario, knowledge, avg(\"ndcg@10\") AS ndcg FROM executions GROUP BY ALL\n)\nSELECT a.scenario, b.ndcg - a.ndcg AS gain\nFROM means a JOIN means b USING (scenario)\nWHERE a.knowledge = 'prompt' AND b.knowledge = 'skill'\nORDER BY gain DESC NULLS LAST, scenario",
  ),
  ask(
    "lost",
    "How many expected ids were seen and not reported?",
    "SELECT e.model, i.outcome, count(*) AS ids\nFROM expected_ids i JOIN executions e USING (execution)\nGROUP BY ALL\nORDER BY e.model, i.outcome",
  ),
  ask(
    "tools",
    "Which tools are called, and how often in vain?",
    "SELECT tool, count(*) AS calls, sum((status <> 'success')::INT) AS failed\nFROM calls\nGROUP BY tool\nORDER BY calls DESC, tool",
  ),
  ask(
    "share",
    "Which share of all calls is each tool's?",
    "SELECT tool, calls / sum(calls) OVER () AS share\nFROM tools\nORDER BY share DESC, tool",
  ),
  ask(
    "long_answers",
    "Which answers are longest?",
    "SELECT execution AS opened, scenario AS asked, length(answer) AS characters\nFROM executions\nWHERE answer IS NOT NULL\nORDER BY characters DESC, opened\nLIMIT 20",
  ),
  ask(
    "hard",
    "Which scenarios are hardest, and what do they ask?",
    "SELECT s.scenario, s.family, avg(e.functional_pass) AS pass_rate, s.question\nFROM scenarios s JOIN executions e USING (scenario)\nGROUP BY ALL\nORDER BY pass_rate NULLS LAST, scenario",
  ),
  ask(
    "reasons",
    "Why is there no number?",
    "SELECT reason, count(*) AS scores, count(DISTINCT metric) AS metrics\nFROM scores\nWHERE value IS NULL\nGROUP BY reason\nORDER BY scores DESC, reason",
  ),
  ask(
    "opinions",
    "What do the judges give, by what they judge?",
    "SELECT judge, status, count(*) AS verdicts, avg(overall_score) AS mean\nFROM verdicts\nGROUP BY ALL\nORDER BY judge, status",
  ),
];

function ask(name: string, title: string, text: string) {
  return { type: "sql" as const, title, name, text };
}
