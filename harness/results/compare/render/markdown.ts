import { DOUBT_NOTE } from "../../../../measure/statistics/intervals/doubt.ts";
import { plainLine } from "../../../print/text.ts";
import { targetAddress } from "../../selection/target.ts";
import { changeRows, describeChanges } from "../changes.ts";
import { effortOf, effortText } from "../effort.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { seriesSentence } from "../sequential/sentences.ts";
import { decidingFirst, type GatedComparison, type GateVerdict, verdictOf } from "../verdict.ts";
import { caveats } from "./caveats.ts";
import { markdownCode, markdownText } from "./escape.ts";
import { showChange, showInterval, showP, showValue } from "./format.ts";
import { coverageLine, powerLine, showCommand, sourceLine, unscoredLines } from "./sentences.ts";

/** A pull request's reader gives it one screen, and GitHub cuts a comment off at 65,536 characters. */
const LINES = 20;
/** The heading, the head of the table, and what parts them from the lists. */
const AROUND = 6;
const [REASONS, REFUSALS, QUESTIONS] = [3, 6, 3];
/** Characters of a name and of a sentence: 20 such lines fit even where each character needs twelve to be inert. */
const [NAME, SENTENCE, ADDRESS] = [80, 300, 600];

/** What the page Compare shows, for a pull request or a job's summary; with links where the candidate's report is at an address. `failures`: what became of them, in a line. */
export function renderMarkdown(
  report: GatedComparison,
  { reportUrl = null, failures = null }: { reportUrl?: URL | null; failures?: string | null } = {},
): string {
  const verdict = verdictOf(report);
  const above = [...reasons(report, verdict, reportUrl), ...compared(report, reportUrl)];
  const failed = failures === null ? [] : [`- failures: ${sentence(failures)}`];
  const below = [...questions(report, verdict, reportUrl), ...failed, ...limits(report)];
  const differences = differenceTable(report, verdict, LINES - AROUND - above.length - below.length);
  const blocks = [[`## scopebench: ${sentence(verdict.line)}`], above, differences, below];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function sentence(text: string, length = SENTENCE): string {
  return markdownText(cut(text, length));
}

function name(text: string): string {
  return markdownCode(cut(text, NAME));
}

function cut(text: string, length: number): string {
  const characters = [...plainLine(text)];
  return characters.length <= length ? characters.join("") : `${characters.slice(0, length).join("")}…`;
}

/** The rules that decided, or why nothing is compared. */
function reasons({ comparison, ...report }: GatedComparison, { deciding }: GateVerdict, url: URL | null): string[] {
  const refused = comparison.refusals.slice(0, REFUSALS);
  const more = deciding.length > REASONS ? `; and ${deciding.length - REASONS} more` : "";
  return [
    ...refused.map(({ code, problem, remedy }) => `- **${code}**: ${sentence(problem)} → ${sentence(remedy)}`),
    ...deciding.slice(0, REASONS).map(({ rule, decision, message, executions }, at) => {
      const see = executions[0] === undefined ? "" : `; ${execution({ comparison, ...report }, executions[0], url)}`;
      const word = decision === "pass" ? "" : `**${decision.replace("-", " ")}**, `;
      return `- ${name(rule)}: ${word}${sentence(message)}${see}${at === REASONS - 1 ? more : ""}`;
    }),
  ];
}

/** Where to see it: on its page, else by a command. */
function execution(report: GatedComparison, id: string, url: URL | null): string {
  const address = url && pageAddress(url, targetAddress({ id }));
  return address && address.length <= ADDRESS ? `[see](${address})` : name(showCommand(report, id));
}

/** What Markdown would read as its own, or as a character reference, does not stand in an address. */
function pageAddress(url: URL, page: string): string {
  const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return new URL(page, url).href.replace(/[()[\]|\\`*'!~^{}]/g, percent).replaceAll("&", "&amp;");
}

function compared(report: GatedComparison, url: URL | null): string[] {
  const { baseline, candidate } = report.comparison;
  const sides = `baseline ${sourceLine(baseline)}, candidate ${sourceLine(candidate)}`;
  const page = url ? `; [all of it](${pageAddress(url, "./compare.html")})` : "";
  const coverage = [coverageLine(report), ...unscoredLines(report)].join("; ");
  // A line of its own: behind other caveats it could be cut off.
  const { self_test: told } = report;
  const care = caveats(report).filter((text) => text !== told);
  const looks = report.series ? [seriesSentence(report.series), ...(report.series.told ?? [])].join(" ") : "";
  return [
    `- ${sentence(sides)}; ${sentence(coverage)}${page}`,
    ...(looks === "" ? [] : [`- ${sentence(looks, 2 * SENTENCE)}`]),
    ...[care.join(" "), told ?? ""].filter((text) => text !== "").map((text) => `- ${sentence(text)}`),
  ];
}

/** The gate's metrics, those that decided first; intervals hold at once within their family. */
function differenceTable({ comparison, gate }: GatedComparison, { deciding }: GateVerdict, room: number): string[] {
  const gated = comparison.metrics.filter(({ metric }) => gate === null || metric in gate.rules.metrics);
  if (gated.length === 0) return [];
  const rows = decidingFirst(gated, deciding).slice(0, room);
  const of = rows.length < gated.length ? `, ${rows.length} of ${gated.length}` : "";
  const head = [
    "before",
    "after",
    "change",
    "corrected interval",
    "p (Holm)",
    "better/equal/worse",
    "loss that matters",
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line([`metric${of}`, ...head]),
    line(["---", ...head.map(() => "---:")]),
    ...rows.map((row) => line(cells(row, gate?.rules.metrics[row.metric]?.min_effect ?? null))),
  ];
}

function cells(row: MetricComparison, matters: number | null): string[] {
  const { metric, unit, better, corrected_low: low, corrected_high: high } = row;
  return [
    `${name(metric)}${better === "lower" ? " (lower is better)" : ""}`,
    showValue(row.baseline, unit),
    showValue(row.candidate, unit),
    showChange(row.difference, unit),
    showInterval({ ...row, low, high }, " to "),
    showP(row.adjusted_p).replace("<", "&lt;"),
    `${row.wins}/${row.ties}/${row.losses}`,
    showValue(matters, unit),
  ];
}

/** The heaviest losses, each question once. */
function questions(report: GatedComparison, { deciding }: GateVerdict, url: URL | null): string[] {
  const { questions: all, metrics } = report.comparison;
  const losses = decidingFirst(
    all.filter(({ loss }) => loss > 0),
    deciding,
  );
  const worst = losses.filter((one, at) => losses.findIndex(({ scenario }) => scenario === one.scenario) === at);
  return worst.slice(0, QUESTIONS).map(({ scenario, question, metric, baseline, candidate, executions }) => {
    const { unit } = metrics.find((row) => row.metric === metric)!;
    const asked = question === null ? "" : `${sentence(question, 2 * NAME)}, `;
    const change = `${name(metric)} ${showValue(baseline, unit)} to ${showValue(candidate, unit)}`;
    const see = executions[0] ? `; ${execution(report, executions[0].name, url)}` : "";
    return `- lost: ${asked}${name(scenario)}: ${change}${see}`;
  });
}

/** Where it changed, what could not have been seen, and what it cost. */
function limits(report: GatedComparison): string[] {
  const { comparison } = report;
  const effort = effortOf(comparison).map((one) => `${one.label} ${effortText(one)}`);
  const doubt = comparison.metrics.some(({ doubted }) => doubted) ? [DOUBT_NOTE] : [];
  const lines = [groupLine(report), [powerLine(report) ?? "", ...doubt].join(" ").trim(), effort.join("; ")];
  return lines.filter((text) => text !== "").map((text) => `- ${sentence(text)}`);
}

/** With `--by`: which groups changed, as the forest of the page says it. */
function groupLine({ comparison: { groups, metrics }, gate }: GatedComparison): string {
  const level = gate?.rules.level ?? 0.05;
  const parts = metrics.flatMap(({ metric, unit }) => {
    const own = groups.filter((row) => row.metric === metric);
    const rows = changeRows(undefined, own, { level });
    return rows.length === 0 ? [] : [describeChanges(rows, unit)];
  });
  return parts.join(" ");
}
