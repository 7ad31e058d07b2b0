import type { ChartOptions, FigureRow } from "./figure.ts";
import { isNarrow, rowFontSize, rowHeight } from "./theme.ts";

const ROW_AXIS = { domain: false, ticks: false, grid: false } as const;

/** A row axis of configurations, in the order of the rows. */
export function configurationAxis(rows: readonly FigureRow[], options: ChartOptions) {
  return {
    field: "configuration",
    type: "nominal",
    // A domain and not a sort: reference layers with data of their own keep the order too.
    scale: { domain: configurationsIn(rows) },
    title: null,
    axis: { ...ROW_AXIS, ...rowLabels(configurationsIn(rows), options) },
  } as const;
}

/** A row axis of other names, in this order. `trueSigns`: a hyphen between two of them is written as a minus. */
export function nameAxis(field: string, names: readonly string[], options: ChartOptions, { trueSigns = false } = {}) {
  const axis = { domain: false, ticks: false, ...rowLabels(names, options, { trueSigns }) };
  return { field, type: "nominal", title: null, sort: [...names], axis } as const;
}

/** How names of rows are written: small and short where there is little room, and cut where that is not enough. */
export function rowLabels(labels: readonly string[], options: ChartOptions, { trueSigns = false } = {}) {
  const fontSize = rowFontSize(options);
  const limit = { labelLimit: rowLabelLimit(options), labelFontSize: fontSize, labelPadding: 0.7 * fontSize };
  const steps = [...(trueSigns ? SIGNS : []), ...shortening(labels, options)];
  const labelExpr = steps.reduce(
    (text, [from, to]) => `join(split(${text}, ${JSON.stringify(from)}), ${JSON.stringify(to)})`,
    "datum.label",
  );
  return { ...limit, labelOverlap: rowHeight(options) < 4, ...(steps.length > 0 ? { labelExpr } : {}) };
}

/** Pixels that the labels of that axis take. */
export function configurationSpace(rows: readonly FigureRow[], options: ChartOptions): number {
  const labels = configurationsIn(rows);
  return labelSpace(labels, options);
}

type Step = readonly [from: string, to: string];

/** Where there is little room, names are written so. */
const ALWAYS: readonly Step[] = [
  ["Plan-and-Execute", "P&E"],
  ["Skill + Meta", "S+M"],
];
/** Where names do not fit, one after the other until they do. */
const SHORTER: readonly Step[] = [
  ...ALWAYS,
  ["true start (upper bound)", "upper bound"],
  ["cross-encoder", "CE"],
  ["Corrective", "Corr."],
  [" RAG", ""],
  ["listwise", "list."],
];

/** Records are plain ASCII; people read true signs. */
const SIGNS: readonly Step[] = [
  [" - ", " − "],
  [" x ", " × "],
];

function shortening(labels: readonly string[], options: ChartOptions): Step[] {
  const taken: Step[] = [];
  const fits = () => lettersOf(taken, labels) * letterWidth(options) <= rowLabelLimit(options);
  for (const step of [...sharedParts(labels), ...plainLevels(labels), ...SHORTER])
    if (!fits() || (isNarrow(options) && ALWAYS.includes(step))) taken.push(step);
  return taken;
}

/** The configurations that stand in a label, each with its parts: model, workflow, knowledge mode, levels. */
function partsOf(label: string): string[][] {
  return label.split(" - ").map((name) => name.split(" · "));
}

/** What stands in all rows behind the model tells none apart; the last such part goes first. */
function sharedParts(labels: readonly string[]): Step[] {
  const all = labels.flatMap(partsOf);
  const shared = (all[0] ?? []).slice(1).filter((part) => all.every((parts) => parts.includes(part)));
  return shared.reverse().map((part) => [` · ${part}`, ""]);
}

/** A level that says by itself of which factor it is, which a number or a yes does not. */
function plainLevels(labels: readonly string[]): Step[] {
  const levels = new Set(labels.flatMap(partsOf).flatMap((parts) => parts.slice(3)));
  return [...levels].flatMap((level): Step[] => {
    const named = /^.+ (?!(?:yes|no|none|on|off)$)(\p{L}\S*)$/u.exec(level);
    return named ? [[level, named[1]!]] : [];
  });
}

/** The names as these steps leave them. */
function shortened(steps: readonly Step[], label: string): string {
  return steps.reduce((text, [from, to]) => text.replaceAll(from, to), label);
}

function lettersOf(steps: readonly Step[], labels: readonly string[]): number {
  return Math.max(0, ...labels.map((label) => shortened(steps, label).length));
}

function letterWidth(options: ChartOptions): number {
  return 0.54 * rowFontSize(options);
}

/** Names of rows that stand below each other. */
export function shortNames(labels: readonly string[], options: ChartOptions): string[] {
  const steps = shortening(labels, options);
  return labels.map((label) => shortened(steps, label));
}

function configurationsIn(rows: readonly FigureRow[]): string[] {
  return [...new Set(rows.map((row) => String(row.configuration)))];
}

/** At most this much of the width is for the names of rows; a longer name is cut, with its whole in the table. */
export function rowLabelLimit({ width }: ChartOptions): number {
  return Math.min(320, Math.round(0.45 * width));
}

/** Pixels that names of rows take beside panels, which Vega-Lite does not fit by itself; longer ones are cut there. */
export function labelSpace(labels: readonly string[], options: ChartOptions): number {
  const longest = lettersOf(shortening(labels, options), labels);
  return Math.min(rowLabelLimit(options), Math.ceil(letterWidth(options) * longest)) + 14;
}
