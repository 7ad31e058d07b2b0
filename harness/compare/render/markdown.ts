import { countOf } from "../../../base/counts.ts";
import { DOUBT_NOTE } from "../../statistics/intervals/doubt.ts";
import type { RuleResult } from "../gate/rule-result.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { type GatedComparison, verdictLine } from "../verdict.ts";
import { caveats } from "./caveats.ts";
import { markdownCode, markdownText } from "./escape.ts";
import { showChange, showInterval, showP, showValue } from "./format.ts";
import { coverageLine, powerLine, showCommand, sourceLine, unscoredLines, worstFlips } from "./sentences.ts";

const FLIPS_PER_METRIC = 5;

/** A report for a pull request or a job's summary. */
export function renderMarkdown(report: GatedComparison): string {
  const { comparison } = report;
  const blocks = [
    `## scopebench: ${markdownText(verdictLine(report))}`,
    bullets([
      `baseline ${sourceLine(comparison.baseline)}`,
      `candidate ${sourceLine(comparison.candidate)}`,
      coverageLine(report),
      ...unscoredLines(report),
    ]),
    quote(caveats(report)),
    comparison.refusals
      .map(({ code, problem, remedy }) => `- **${code}**: ${markdownText(problem)}. ${markdownText(remedy)}.`)
      .join("\n"),
    findingTable(report),
    metricTable(comparison.metrics, false),
    markdownText(powerLine(report) ?? ""),
    details(`By group (${countOf(comparison.groups.length, "test")})`, metricTable(comparison.groups, true)),
    details("Worst flips", flipTable(report)),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${markdownText(text)}`).join("\n");
}

function quote(texts: readonly string[]): string {
  return texts.map((text) => `> ${markdownText(text)}`).join("\n>\n");
}

function details(title: string, body: string): string {
  return body === "" ? "" : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const WORDS: Record<RuleResult["decision"], string> = {
  pass: "passed",
  improvement: "passed, better",
  inconclusive: "**inconclusive**",
  "not-comparable": "**not comparable**",
  regression: "**regression**",
};

function findingTable({ gate }: GatedComparison): string {
  const rows = (gate?.findings ?? []).map(({ rule, decision, message }) => [
    markdownCode(rule),
    WORDS[decision],
    markdownText(message),
  ]);
  return tableOf(["rule", "decision", "why"], rows);
}

function metricTable(rows: readonly MetricComparison[], grouped: boolean): string {
  const head = ["metric", "before", "after", "change", "95 % interval", "p (Holm)", "d", "better/equal/worse", "n"];
  const cells = rows.map((row) => {
    const { unit } = row;
    return [
      ...(grouped ? [markdownCode(row.group)] : []),
      `${markdownCode(row.metric)}${row.better === "lower" ? " (lower is better)" : ""}`,
      showValue(row.baseline, unit),
      showValue(row.candidate, unit),
      showChange(row.difference, unit),
      showInterval(row, " to "),
      showP(row.adjusted_p).replace("<", "&lt;"),
      row.effect === null ? "-" : row.effect.toFixed(2),
      `${row.wins}/${row.ties}/${row.losses}`,
      `${row.scenarios} (${row.pairs})`,
    ];
  });
  const note = rows.some(({ doubted }) => doubted) ? `\n\n${DOUBT_NOTE}` : "";
  return `${tableOf(grouped ? ["group", ...head] : head, cells)}${note}`;
}

function flipTable(report: GatedComparison): string {
  const rows = worstFlips(report.comparison, FLIPS_PER_METRIC).map(({ row, flip }) => [
    markdownCode(row.metric),
    `${showValue(flip.baseline, row.unit)} to ${showValue(flip.candidate, row.unit)}`,
    markdownCode(showCommand(report, flip.name)),
  ]);
  return tableOf(["metric", "from, to", "execution"], rows);
}
