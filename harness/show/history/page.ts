import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { decimal, metricLabel, signed } from "../../print/format.ts";
import { clip } from "../../print/text.ts";
import { xmlText } from "../../results/compare/render/escape.ts";
import { bundleStyle } from "../live/page.ts";
import type { Against } from "./against.ts";
import { type History, type HistoryRow, stretches } from "./history.ts";
import { commitOf, meanText, STATE_WORDS } from "./render.ts";

/** One HTML file in the report's clothes, which opens from a disk: no script, nothing fetched. */
export async function renderHistoryPage(history: History, { to, cwd }: { to: string; cwd: string }): Promise<string> {
  const { metrics, rows, skipped } = history;
  const style = await bundleStyle();
  const broken = stretches(rows).length - 1;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<title>History | scopebench</title><style>${style}${OWN_STYLE}</style></head><body><main>
<h1>What did each change do?</h1>
<p class="lede">${countOf(rows.length, "run")} and baselines, oldest first; each held by the gate against the one before, the last good one and the first of its line; bars are 95 % intervals over scenarios${broken > 0 ? `; the line is broken ${countOf(broken, "time")}, where two cannot be compared` : ""}.</p>
<div class="panels">${metrics.map((metric) => panel(history, metric)).join("")}</div>
<div class="scroll" role="region" aria-label="Runs" tabindex="0"><table><thead><tr><th scope="col">run</th><th scope="col">made</th><th scope="col">commit</th>${metrics
    .map((metric) => `<th scope="col" class="num">${xmlText(metricLabel(metric))}</th>`)
    .join(
      "",
    )}<th scope="col">gate, against the one before</th><th scope="col">against the last good run</th><th scope="col">against the first of its line</th></tr></thead><tbody>
${rows.map((row) => tableRow(row, metrics, { to, cwd })).join("\n")}
</tbody></table></div>
${skipped.map(({ path, reason }) => `<p class="warning">Skipped ${xmlText(path)}: ${xmlText(reason)}</p>`).join("\n")}
</main></body></html>
`;
}

const OWN_STYLE = `
.history { width: 100%; height: auto; display: block; }
.history line.break { stroke: var(--muted); stroke-dasharray: 3 3; }
.history polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; }
.history line.interval { stroke: var(--muted); } .history line.axis { stroke: var(--line); } .history text { font-size: 10px; fill: var(--muted); }
.history circle { stroke: var(--ink); stroke-width: 1; fill: var(--paper); }
.history .passed { fill: var(--found); } .history .failed { fill: var(--invented); } .history :is(.unseen, .undecided) { fill: var(--lost); }
td .why { display: block; white-space: normal; min-width: 220px; font-size: 12.5px; }
tr.break td { background: var(--warn-bg); }`;

const [WIDTH, HEIGHT, EDGE, LEFT] = [420, 130, 16, 40];

/** A metric over the runs in their order: a dot each, coloured by the verdict; lines only between those that were compared. */
function panel({ rows }: History, metric: string): string {
  const known = rows.flatMap((row) => row.metrics[metric]?.mean ?? []);
  if (known.length === 0)
    return `<figure class="figure"><figcaption class="caption">${xmlText(metricLabel(metric))}: not scored</figcaption></figure>`;
  const ends = rows.flatMap(({ metrics }) => [metrics[metric]?.low ?? [], metrics[metric]?.high ?? []].flat());
  const [least, most] = [Math.min(...known, ...ends), Math.max(...known, ...ends)];
  const x = (at: number) => LEFT + (at * (WIDTH - LEFT - EDGE)) / Math.max(1, rows.length - 1);
  const y = (value: number) => HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / (most - least || 1);
  const points = rows.map((row, at) => {
    const value = row.metrics[metric]?.mean;
    return value === undefined ? null : { at: `${x(at).toFixed(1)},${y(value).toFixed(1)}`, row };
  });
  const pointOf = new Map(rows.map((row, at) => [row, points[at]!]));
  const lines = stretches(rows).map((stretch) => {
    const held = stretch.flatMap((row) => pointOf.get(row)?.at ?? []);
    return `<polyline points="${held.join(" ")}"/>`;
  });
  const breaks = rows.flatMap((row, at) =>
    row.break === null ? [] : [`<line class="break" x1="${x(at - 0.5)}" x2="${x(at - 0.5)}" y1="0" y2="${HEIGHT}"/>`],
  );
  const bars = rows.flatMap(({ metrics }, at) => {
    const { low = null, high = null } = metrics[metric] ?? {};
    if (low === null || high === null) return [];
    const place = x(at).toFixed(1);
    return [
      `<line class="interval" x1="${place}" x2="${place}" y1="${y(low).toFixed(1)}" y2="${y(high).toFixed(1)}"/>`,
    ];
  });
  const dots = points.flatMap((point) => {
    if (!point) return [];
    const [cx, cy] = point.at.split(",");
    const { row } = point;
    const title = `${row.path}, ${commitOf(row)}: ${estimateText(row, metric)}. ${row.verdict?.line ?? row.break ?? "first"}`;
    return [
      `<circle class="${row.verdict?.state ?? ""}" cx="${cx}" cy="${cy}" r="4"><title>${xmlText(title)}</title></circle>`,
    ];
  });
  const label = `${metricLabel(metric)}: means between ${Math.min(...known).toFixed(3)} and ${Math.max(...known).toFixed(3)}, last ${known.at(-1)!.toFixed(3)}`;
  return `<figure class="figure"><figcaption class="caption"><b>${xmlText(label)}</b></figcaption>
<svg class="history" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${xmlText(label)}">${[...axes(rows, { least, most, y }), ...breaks, ...lines, ...bars, ...dots].join("")}</svg></figure>`;
}

interface Scale {
  least: number;
  most: number;
  y(value: number): number;
}

/** Values at the left, the first and the last run below. */
function axes(rows: readonly HistoryRow[], { least, most, y }: Scale): string[] {
  const values = [...new Set([least, (least + most) / 2, most])];
  const made = (row: HistoryRow) => xmlText(row.created_at?.slice(0, 10) ?? commitOf(row));
  const [from, to] = [rows[0]!, rows.at(-1)!];
  return [
    ...values.map(
      (value) => `<text x="${LEFT - 8}" y="${(y(value) + 3).toFixed(1)}" text-anchor="end">${value.toFixed(2)}</text>`,
    ),
    `<line class="axis" x1="${LEFT}" x2="${WIDTH - EDGE}" y1="${HEIGHT - EDGE + 4}" y2="${HEIGHT - EDGE + 4}"/>`,
    `<text x="${LEFT}" y="${HEIGHT - 2}">${made(from)}</text>`,
    ...(from === to ? [] : [`<text x="${WIDTH - EDGE}" y="${HEIGHT - 2}" text-anchor="end">${made(to)}</text>`]),
  ];
}

/** `.470 (.412 to .529, n 40)`. */
function estimateText(row: HistoryRow, metric: string): string {
  const value = row.metrics[metric];
  if (!value) return meanText(row, metric);
  const { low, high, scenarios } = value;
  const interval = low === null || high === null ? "" : `${decimal(low, 3)} to ${decimal(high, 3)}, `;
  return `${meanText(row, metric)} (${interval}n ${scenarios})`;
}

function againstCell(against: Against | null): string {
  if (against === null) return "";
  const changes = Object.entries(against.metrics).map(([metric, { difference, low, high }]) => {
    const interval = low === null || high === null ? "" : ` (${signed(low, 3)} to ${signed(high, 3)})`;
    return `${metricLabel(metric)} ${signed(difference, 3)}${interval}`;
  });
  return `<b>${STATE_WORDS[against.state]}</b> <span class="why">${xmlText(`${against.path}: ${changes.join(", ")}`)}</span>`;
}

function tableRow(row: HistoryRow, metrics: readonly string[], { to, cwd }: { to: string; cwd: string }): string {
  const state = row.verdict
    ? `<b>${STATE_WORDS[row.verdict.state]}</b>`
    : row.break === null
      ? "first"
      : "<b>line broken</b>";
  const why = row.verdict?.line ?? clip(row.break ?? "", 240);
  return `<tr${row.break === null ? "" : ' class="break"'}><td>${runLink(row, { to, cwd })}</td><td>${xmlText(row.created_at?.slice(0, 16).replace("T", " ") ?? "unknown")}</td><td><code>${xmlText(commitOf(row))}</code></td>${metrics
    .map((metric) => `<td class="num">${estimateText(row, metric)}</td>`)
    .join(
      "",
    )}<td>${state} <span class="why">${xmlText(why)}</span></td><td>${againstCell(row.last_good)}</td><td>${againstCell(row.first)}</td></tr>`;
}

/** To the run's report, where it has one. */
function runLink({ path }: HistoryRow, { to, cwd }: { to: string; cwd: string }): string {
  const report = join(resolve(cwd, path), "report", "index.html");
  if (!existsSync(report)) return xmlText(path);
  const address = relative(dirname(to), report).split(/[\\/]/).map(encodeURIComponent).join("/");
  return `<a href="${xmlText(address)}">${xmlText(path)}</a>`;
}
