import { toCsv } from "../../print/csv.ts";
import { clip, plainLine, table, wrap } from "../../print/text.ts";
import { markdownCode, markdownText } from "../../results/compare/render/escape.ts";
import type { VerdictState } from "../../results/compare/verdict.ts";
import { type History, type HistoryRow, stretches } from "./history.ts";

/** Short words for a column; the sentence stands in the other outputs. */
export const STATE_WORDS: Record<VerdictState, string> = {
  passed: "passed",
  unseen: "passed, blind",
  undecided: "undecided",
  failed: "FAILED",
  "not-comparable": "too little",
  "no-gate": "-",
};

/** For people, within `columns`: a line a metric, broken where runs cannot be compared, then a line a run. */
export function renderHistory(history: History, columns: number): string {
  const { metrics, rows } = history;
  const widest = Math.max(0, ...metrics.map((metric) => metric.length));
  const lines = metrics.map((metric) => clip(`  ${metric.padEnd(widest)}  ${sparkline(history, metric)}`, columns));
  const text = table(
    ["run", "commit", ...metrics, "gate"].map((title, at) => ({
      title,
      align: at > 1 && at < metrics.length + 2 ? "right" : "left",
    })),
    rows.map((row) => [
      plainLine(nameOf(row)),
      commitOf(row),
      ...metrics.map((metric) => meanText(row, metric)),
      stateOf(row),
    ]),
    columns - 2,
  ).split("\n");
  const body = rows.flatMap((row, at) => [
    ...(row.break === null
      ? []
      : [
          wrap(clip(plainLine(`not comparable with the one before: ${row.break}`), 2 * columns - 20), columns, "  -- "),
        ]),
    `  ${text[at + 1]}`,
  ]);
  const drifts = driftLines(history).map((text) => wrap(`  ${plainLine(text)}`, columns, "     "));
  return [...lines, "", `  ${text[0]}`, ...body, ...drifts, ...skippedLines(history, columns)].join("\n");
}

/** The last run of each line where the gate fails it against the first, and did not against the one before: a loss in small steps. */
function driftLines({ rows }: History): string[] {
  return stretches(rows).flatMap((stretch) => {
    const last = stretch.at(-1)!;
    if (last.first?.state !== "failed" || last.verdict?.state === "failed") return [];
    const signed = (value: number) => `${value > 0 ? "+" : ""}${decimals(value)}`;
    const changes = Object.entries(last.first.metrics).map(([metric, { difference, low, high }]) => {
      const interval = low === null || high === null ? "" : ` (${signed(low)} to ${signed(high)})`;
      return `${metric} ${signed(difference)}${interval}`;
    });
    const steps = stretch.filter(({ verdict }) => verdict?.state === "failed").length;
    const seen = steps === 0 ? "no step was failed" : `${steps} of ${stretch.length - 1} steps failed`;
    return [
      `drift: ${nameOf(last)} is failed against the first of its line, ${nameOf(last.first)}: ${changes.join(", ")}; ${seen}`,
    ];
  });
}

function skippedLines({ skipped }: History, columns: number): string[] {
  return skipped.map(({ path, reason }) => wrap(plainLine(`skipped ${path}: ${reason}`), columns, "  "));
}

const BLOCKS = [..."▁▂▃▄▅▆▇█"];

/** Between the least and the most of all, `|` where the line is broken, a dot where nothing is scored. */
function sparkline({ rows }: Pick<History, "rows">, metric: string): string {
  const known = rows.flatMap((row) => row.metrics[metric]?.mean ?? []);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const block = (row: HistoryRow) => {
    const value = row.metrics[metric]?.mean;
    if (value === undefined) return "·";
    return BLOCKS[most === least ? 3 : Math.round(((value - least) / (most - least)) * (BLOCKS.length - 1))];
  };
  const drawn = stretches(rows).map((stretch) => stretch.map(block).join(""));
  return `${drawn.join("|")}  ${known.length === 0 ? "not scored" : `${decimals(least)} to ${decimals(most)}`}`;
}

function nameOf({ path }: Pick<HistoryRow, "path">): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `a1b2c3d`, with `+` where the checkout was not clean. */
export function commitOf({ commit }: HistoryRow): string {
  if (commit === null) return "unknown";
  return plainLine(commit.slice(0, 7)) + (commit.endsWith("+changes") ? "+" : "");
}

export function meanText({ metrics }: HistoryRow, metric: string): string {
  const value = metrics[metric];
  return value ? decimals(value.mean) : "-";
}

function decimals(value: number): string {
  return Math.abs(value) >= 1000 ? value.toFixed(0) : value.toFixed(3).replace(/^(-?)0\./, "$1.");
}

function stateOf({ verdict, break: broken }: HistoryRow): string {
  return verdict ? STATE_WORDS[verdict.state] : broken === null ? "first" : "new line";
}

export function renderHistoryMarkdown({ metrics, rows, skipped }: History): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = ["run", "commit", ...metrics.map(markdownCode), "gate, against the one before"];
  const body = rows.map((row) =>
    line([
      markdownCode(nameOf(row)),
      markdownCode(commitOf(row)),
      ...metrics.map((metric) => meanText(row, metric)),
      markdownText(row.verdict?.line ?? (row.break === null ? "first" : `line broken: ${row.break}`)),
    ]),
  );
  const left = skipped.map(({ path, reason }) => `- skipped ${markdownCode(path)}: ${markdownText(reason)}`);
  const below = [...driftLines({ metrics, rows, skipped }).map((text) => `- ${markdownText(text)}`), ...left];
  return `${[line(head), line(head.map(() => "---")), ...body, ...(below.length > 0 ? ["", ...below] : [])].join("\n")}\n`;
}

export function renderHistoryCsv({ metrics, rows }: History): string {
  return toCsv(
    ["path", "kind", "run_id", "created_at", "commit", ...metrics, "state", "verdict", "break"],
    rows.map((row) => [
      ...[row.path, row.kind, row.run_id, row.created_at, row.commit],
      ...metrics.map((metric) => row.metrics[metric]?.mean ?? null),
      ...[row.verdict?.state ?? null, row.verdict?.line ?? null, row.break],
    ]),
  );
}
