import { alternatives } from "../../harness/results/selection/filters.ts";
import type { Target } from "../../harness/results/selection/target.ts";
import { FIGURES } from "../../harness/show/figures/registry.ts";
import { makeFindings } from "../../harness/show/report/findings.ts";
import { brokenRule } from "./broken-rule.ts";
import { checkSteps } from "./check-steps.ts";
import { checkTerminal } from "./check-terminal.ts";
import { checkTrust } from "./check-trust.ts";
import { factsOf, type PlainFacts, type PlainRow } from "./facts.ts";
import { FINDINGS } from "./finding-forms.ts";
import type { Form } from "./form.ts";
import { FORMS } from "./forms.ts";
import type { RandomRun } from "./random-run.ts";

/** What the product says of a run that is false by the run's own records, a line each. Empty: every sentence is true. */
export function checkRun(seed: number, run: RandomRun): string[] {
  const facts = factsOf(run);
  const problems: string[] = [];
  const say = (where: string, text: string, why: string) =>
    problems.push(`seed ${seed} (${run.shape}), ${where}: ${why}: ${text}`);
  for (const figure of FIGURES) {
    const data = figure.read(run.results);
    const caption = figure.caption(data);
    for (const text of [caption, figure.details?.(data) ?? ""]) {
      const broken = brokenRule(text);
      if (broken) say(figure.name, text, broken);
    }
    const forms = FORMS[figure.name];
    const wrong = forms
      ? whyFalse(caption, forms, facts)
      : "it stands at the end of no scripts/sentence-rounds/*-forms.ts";
    if (wrong) say(figure.name, caption, wrong);
  }
  for (const { text, small, sides } of makeFindings(run)) {
    const broken = brokenRule(`${text} ${small}`) ?? whyFalse(`${text}\n${small}`, FINDINGS, facts);
    if (broken) say("finding", `${text} ${small}`, broken);
    for (const { label, executions, behind } of sides)
      if (listed(facts, behind) !== executions)
        say("finding", `${text} ${executions} ${label}`, `its list has ${listed(facts, behind)}`);
  }
  for (const problem of checkSteps(run, facts)) say("first page", problem, "false");
  for (const problem of checkTrust(run, facts)) say("trust bar", problem, "false");
  for (const problem of checkTerminal(run, facts, seed)) say("terminal", problem, "false");
  return problems;
}

/** Null for a sentence that is known, and true. */
function whyFalse(text: string, forms: readonly Form[], facts: PlainFacts): string | null {
  const holds = forms.flatMap(([pattern, test]) => {
    const match = pattern.exec(text.replaceAll("\u00a0", " "));
    return match ? [test(match, facts)] : [];
  });
  if (holds.length === 0) return "not one of the sentences that can be checked";
  return holds.includes(true) ? null : "false";
}

/** As many executions as the list behind a link has. */
function listed({ rows }: PlainFacts, { metric, has, paired, ...filters }: Target): number {
  const metrics = metric === undefined ? [] : alternatives(metric);
  const chosen: PlainRow[] = [];
  for (const row of rows) {
    const passes = Object.entries(filters).every(([key, value]) =>
      alternatives(String(value)).includes(String(row[key as keyof PlainRow])),
    );
    const numbers = metrics.map((name) => row.scores[name] ?? null);
    const counts = numbers.every((value) => value !== null && (has !== "positive" || value > 0));
    if (passes && (has === undefined || counts)) chosen.push(row);
  }
  if (!paired) return chosen.length;
  const sides = new Set(chosen.map((row) => row[paired as keyof PlainRow]));
  return chosen.filter(
    (row) =>
      new Set(chosen.filter(({ scenario }) => scenario === row.scenario).map((one) => one[paired as keyof PlainRow]))
        .size === sides.size,
  ).length;
}
