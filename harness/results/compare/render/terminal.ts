import { countOf } from "../../../../base/counts.ts";
import { DOUBT_NOTE } from "../../../../measure/statistics/intervals/doubt.ts";
import type { Colours } from "../../../print/colours.ts";
import { clip, printable, right, table, wrap } from "../../../print/text.ts";
import type { Decision, RuleResult } from "../gate/rule-result.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import type { Series } from "../sequential/decide-in-looks.ts";
import { pathTable, seriesSentence } from "../sequential/sentences.ts";
import { type GatedComparison, type VerdictState, verdictOf } from "../verdict.ts";
import { caveats } from "./caveats.ts";
import { intervalTitle, showChange, showInterval, showP, showValue } from "./format.ts";
import { coverageLine, powerLine, showCommand, sourceLine, unscoredLines, worstFlips } from "./sentences.ts";

const FLIPS_PER_METRIC = 2;
const SHOWN_FLIPS = 8;
const LEGEND =
  "p: test of the mean over scenarios, Holm-corrected. d: Cohen's, paired. +/=/-: scenarios better, equal, worse. ↓: less is better.";

interface Terminal {
  columns: number;
  room: number;
  colours: Colours;
}

/** A report for people, its verdict first: sentences within `columns`, tables within `room`. Texts from the run sources cannot move the cursor or start a line of their own. */
export function renderTerminal(report: GatedComparison, { columns, room, colours }: Terminal): string {
  const { comparison } = report;
  const width = Math.min(columns, 100);
  const lines = (texts: readonly string[]) =>
    texts.map((text) => wrap(printable(text, { singleLine: true }), width, "  "));
  const blocks = [
    [paint(report, { colours, width })],
    lines([`baseline ${sourceLine(comparison.baseline)}`, `candidate ${sourceLine(comparison.candidate)}`]),
    lines([coverageLine(report), ...unscoredLines(report)]),
    lines(caveats(report)),
    comparison.refusals.flatMap(({ problem, remedy }) => lines([`✗ ${problem}`, `-> ${remedy}`])),
    comparison.metrics.length > 0 ? [metricTable(comparison.metrics, room)] : [],
    report.series ? [seriesLines(report.series, { room, width })] : [],
    groupTables(comparison.groups, room),
    comparison.metrics.length > 0 ? [wrap(legend(comparison), width, "  ")] : [],
    flipLines(report, { width, room }),
    findingLines(report, width),
    lines([powerLine(report) ?? ""].filter((text) => text !== "")),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n");
}

/** The looks: each rule's statistic beside its bounds, and what they came to. */
function seriesLines(series: Series, { room, width }: { room: number; width: number }): string {
  const said = [seriesSentence(series), ...(series.told ?? [])].map((text) =>
    wrap(printable(text, { singleLine: true }), width, "  "),
  );
  return [...(series.path.length > 0 ? [indent(pathTable(series, room - 2))] : []), ...said].join("\n");
}

function legend({ metrics, groups }: GatedComparison["comparison"]): string {
  return [...metrics, ...groups].some(({ doubted }) => doubted) ? `${LEGEND} ${DOUBT_NOTE}` : LEGEND;
}

const columnsShown = (rows: readonly MetricComparison[]) =>
  ["before", "after", "change", intervalTitle(rows), "p", "d", "+/=/-"].map(right);

function metricTable(rows: readonly MetricComparison[], width: number): string {
  return indent(
    table(
      [{ title: "metric" }, ...columnsShown(rows)],
      rows.map((row) => [`${row.metric}${row.better === "lower" ? " ↓" : ""}`, ...cells(row)]),
      width - 2,
    ),
  );
}

function groupTables(rows: readonly MetricComparison[], width: number): string[] {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return groups.map((group) => {
    const own = rows.filter((row) => row.group === group);
    return `  ${printable(group, { singleLine: true })}\n${metricTable(own, width)}`;
  });
}

function cells(row: MetricComparison): string[] {
  const { unit } = row;
  return [
    showValue(row.baseline, unit),
    showValue(row.candidate, unit),
    showChange(row.difference, unit),
    showInterval(row, ", "),
    showP(row.adjusted_p),
    row.effect === null ? "-" : row.effect.toFixed(2).replace(/^(-?)0\./, "$1."),
    `${row.wins}/${row.ties}/${row.losses}`,
  ];
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

function flipLines(report: GatedComparison, { width, room }: { width: number; room: number }): string[] {
  const flips = worstFlips(report.comparison, FLIPS_PER_METRIC).slice(0, SHOWN_FLIPS);
  if (flips.length === 0) return [];
  const shown = flips.map(({ row, flip }) => {
    const change = `${showValue(flip.baseline, row.unit)} -> ${showValue(flip.candidate, row.unit)}`;
    const name = printable(flip.name, { singleLine: true });
    return clip(`    ${row.metric} ${change}  ${name}`, room);
  });
  const look = report.candidate_run === null ? "" : `; see one: ${showCommand(report, "<execution>")}`;
  return [wrap(`worst flips${printable(look, { singleLine: true })}`, width, "  "), ...shown];
}

const MARKS: Record<Decision, string> = {
  pass: "✓",
  improvement: "✓",
  inconclusive: "?",
  "not-comparable": "✗",
  regression: "✗",
};

function findingLines({ gate }: GatedComparison, width: number): string[] {
  if (!gate) return [];
  // Of configurations and families that pass without reserve there may be a hundred.
  const shown = gate.findings.filter((finding) => finding.group === undefined || !isPlainPass(finding));
  const lines = shown.map(({ rule, decision, message }) => {
    const label = decision === "pass" ? "" : `${decision.toUpperCase().replace("-", " ")}: `;
    const text = printable(`${rule}: ${label}${message}`, { singleLine: true });
    return `  ${MARKS[decision]} ${wrap(text, width, "    ").trimStart()}`;
  });
  const left = gate.findings.length - shown.length;
  return left === 0 ? lines : [...lines, `  ✓ ${countOf(left, "rule")} by ${gate.rules.by.join(", ")} passed`];
}

function isPlainPass({ decision, unseen }: RuleResult): boolean {
  return decision === "pass" && unseen === undefined;
}

const PAINTS: Record<VerdictState, "green" | "yellow" | "red" | null> = {
  passed: "green",
  unseen: "yellow",
  undecided: "yellow",
  failed: "red",
  "not-comparable": "red",
  "no-gate": null,
};

function paint(report: GatedComparison, { colours, width }: { colours: Colours; width: number }): string {
  const { state, line } = verdictOf(report);
  const paints = report.gate?.exit_code === 3 ? "red" : PAINTS[state];
  const text = wrap(printable(`${paints === "yellow" ? "WARNING " : ""}${line}`, { singleLine: true }), width, "  ");
  return paints === null ? text : colours[paints](text);
}
