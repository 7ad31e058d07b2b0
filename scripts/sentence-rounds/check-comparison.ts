import { coloursOf } from "../../harness/print/colours.ts";
import { gateSchema } from "../../harness/record/config/gate-schema.ts";
import type { Comparison } from "../../harness/results/compare/compare.ts";
import type { MetricComparison } from "../../harness/results/compare/metric-comparison.ts";
import { caveats } from "../../harness/results/compare/render/caveats.ts";
import { coverageLine, powerLine, unscoredLines } from "../../harness/results/compare/render/sentences.ts";
import { renderTerminal } from "../../harness/results/compare/render/terminal.ts";
import { runComparison } from "../../harness/results/compare/request.ts";
import { type GatedComparison, verdictOf } from "../../harness/results/compare/verdict.ts";
import { brokenRule } from "./broken-rule.ts";
import { plainChange } from "./plain-change.ts";
import { randomSources } from "./random-sources.ts";
import { holdsRule, type RuleFacts } from "./rule-forms.ts";
import { VERDICTS } from "./verdict-forms.ts";

const gate = gateSchema.parse({});
const colours = coloursOf({ environment: { NO_COLOR: "1" }, terminal: false });

/** What a comparison and its gate say of two random runs that is false by their records. */
export function checkComparison(seed: number): string[] {
  const { change, baseline, candidate } = randomSources(seed);
  const allow = seed % 2 === 0 ? [] : (["coverage"] as const);
  const result = runComparison({ baseline, candidate, metrics: "usual", allow, config: gate, gate: true });
  const report: GatedComparison = { ...result, candidate_run: "after" };
  const problems: string[] = [];
  const say = (text: string, why: string) => problems.push(`seed ${seed} (${change}), compare: ${why}: ${text}`);
  const rows = new Map(
    result.comparison.metrics.map((row) => [
      row.metric,
      { row, ...plainChange(row.metric, row.better === "lower", [baseline, candidate]) },
    ]),
  );
  for (const text of [coverageLine(report), ...unscoredLines(report), powerLine(report) ?? "", ...caveats(report)]) {
    const broken = brokenRule(text);
    if (broken) say(text, broken);
  }
  const held = candidate.executions.length;
  if (!coverageLine(report).startsWith(`${held} of ${baseline.executions.length} execution`))
    say(coverageLine(report), "false");
  for (const { row, ...plain } of rows.values())
    if (row.wins !== plain.better || row.ties !== plain.equal || row.losses !== plain.worse)
      say(`${row.metric} ${row.wins}/${row.ties}/${row.losses}`, "false");
  for (const wrong of wronglyCorrected(result.comparison, Object.keys(gate.metrics)))
    say(wrong, "not the p that Holm's correction gives");
  const { line, state } = verdictOf(report);
  const findings = result.gate?.findings ?? [];
  const facts: RuleFacts = { rows, findings, identical: change === "nothing", gate };
  for (const { rule, message } of findings) {
    const broken = brokenRule(message) ?? (holdsRule(rule, message, facts) ? null : "false");
    if (broken) say(`${rule}: ${message}`, broken);
  }
  const holds = VERDICTS.flatMap(([pattern, test]) => {
    const match = pattern.exec(line);
    return match ? [test(match, facts)] : [];
  });
  if (holds.length === 0) say(line, "not one of the sentences that can be checked");
  else if (!holds.includes(true)) say(line, `false (${state})`);
  const broken = brokenRule(renderTerminal(report, { columns: 100, room: 200, colours }).replace(/\s+/g, " "));
  if (broken) say(line, `in the terminal: ${broken}`);
  return problems;
}

type Family = readonly MetricComparison[];

/** Tests whose corrected p is not Holm's of their family's plain ones: the largest so far of p times the tests that are left. */
function wronglyCorrected(
  { metrics, ruled }: Pick<Comparison, "metrics" | "ruled">,
  gated: readonly string[],
): string[] {
  const isGated = ({ metric }: MetricComparison) => gated.includes(metric);
  const families = [[...metrics.filter(isGated), ...ruled], metrics.filter((row) => !isGated(row))];
  return families.flatMap((family) => wrongIn(family.filter(({ adjusted_p }) => adjusted_p !== null)));
}

function wrongIn(family: Family): string[] {
  return family
    .filter((row) => row.family !== family.length || Math.abs(row.adjusted_p! - correctedOf(row.p!, family)) > 1e-9)
    .map(({ metric, group, p, adjusted_p, family: of }) => `${metric} of ${group}: ${p} as ${adjusted_p} of ${of}`);
}

function correctedOf(own: number, family: Family): number {
  const notLarger = family.map(({ p }) => p!).filter((p) => p <= own);
  return Math.min(1, Math.max(...notLarger.map((p) => p * family.filter((row) => row.p! >= p).length)));
}
