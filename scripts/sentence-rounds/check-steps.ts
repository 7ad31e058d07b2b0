import { makeFailures } from "../../harness/show/report/failures.ts";
import { describeJudge } from "../../harness/show/report/judge-validity.ts";
import { makeNextSteps } from "../../harness/show/report/next-steps.ts";
import { brokenRule } from "./broken-rule.ts";
import { meanOf, type PlainFacts, type PlainRow } from "./facts.ts";
import type { RandomRun } from "./random-run.ts";

/** What the first page says to do next, what failed and what is known of the judge, where it is false by the run's records. */
export function checkSteps({ results }: RandomRun, { rows, pairs }: PlainFacts): string[] {
  const problems: string[] = [];
  const { failed, failures, open, never_passed } = makeNextSteps(results);
  const failing = rows.filter((row) => row.scores.functional_pass === 0);
  if (failed !== failing.length) problems.push(`${failed} failed: they are ${failing.length}`);
  for (const { family, executions } of failures)
    if (executions > failing.filter((row) => row.family === family).length)
      problems.push(`${executions} executions of ${family} failed: more than there are`);
  for (const scenario of never_passed) {
    const answers = rows.filter((row) => row.scenario === scenario && row.outcome === "success");
    if (answers.length < 2 || answers.some((row) => row.scores.functional_pass !== 0))
      problems.push(`no answer passed ${scenario}: one did, or is not known to have failed, of ${answers.length}`);
  }
  if (open !== null) {
    const [first, second] = [open.first, open.second].map((name) => rows.filter((row) => row.configuration === name));
    const apart = differenceOf(first!, second!, open.metric);
    if (Math.abs(apart - open.difference) > 1e-9 || open.difference <= 0)
      problems.push(`${open.first} and ${open.second} differ by ${open.difference}: by ${apart}`);
    const told = (pairs.get(open.metric) ?? []).some(
      (pair) =>
        [pair.first, pair.second].includes(open.first) &&
        [pair.first, pair.second].includes(open.second) &&
        (pair.holm_p ?? 1) < 0.05,
    );
    if (told) problems.push(`${open.first} and ${open.second} are not told apart: they are`);
  }
  for (const { what, count, of, where, effect } of makeFailures(results)) {
    const blocked = /^blocked verdict, (primary|calibration)$/.exec(what)?.[1] as "primary" | "calibration" | undefined;
    const about = blocked ? rows.filter((row) => row[blocked] !== "not asked") : rows;
    const own = rows.filter((row) =>
      blocked ? row[blocked] === null : row.outcome.replaceAll("_", " ") === what.replace(/: unknown$/, ""),
    );
    if (own.length !== count || of !== about.length)
      problems.push(`${count} of ${of} ${what}: ${own.length} of ${about.length}`);
    const broken = brokenRule(`${where} ${effect}`);
    if (broken) problems.push(`${broken}: ${what} ${where} ${effect}`);
  }
  const judge = describeJudge(results);
  const broken = judge && brokenRule(`${judge.text} ${judge.small}`);
  if (broken) problems.push(`${broken}: ${judge.text} ${judge.small}`);
  return problems;
}

/** Mean over the scenarios that both have. */
function differenceOf(first: readonly PlainRow[], second: readonly PlainRow[], metric: string): number {
  const differences: number[] = [];
  for (const { scenario, scores } of first) {
    const [a, b] = [scores[metric], second.find((row) => row.scenario === scenario)?.scores[metric]];
    if (a !== null && a !== undefined && b !== null && b !== undefined) differences.push(a - b);
  }
  return meanOf(differences) ?? Number.NaN;
}
