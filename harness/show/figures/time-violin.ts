import type { TopLevelSpec } from "vega-lite";
import { grouped } from "../../../base/grouped.ts";
import { power } from "../../../base/power.ts";
import { count, seconds, workflowLabel } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { rowLabels, shortNames } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { kernelDensity, quantileOf } from "../drawing/density.ts";
import { FIT, modelColor, ticksAt } from "../drawing/encode.ts";
import type { ChartOptions, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { logTicks } from "../drawing/log-axis.ts";
import { markSize, rowHeight } from "../drawing/theme.ts";

const GRID = 64;

/** A point of a violin's outline. */
export interface ViolinRow extends FigureRow {
  model: string;
  workflow: string;
  seconds: number;
  /** Of log10 of the seconds. */
  density: number;
}

interface ViolinFacts {
  model: string;
  workflow: string;
  n: number;
  low: number;
  median: number;
  high: number;
}

/** `longest`: of all executions, also those beyond a limit; null without any. */
interface Violins {
  violins: readonly ViolinFacts[];
  longest: number | null;
}

type Data = FigureData<ViolinRow, Violins>;

export const timeViolin = makeViolins({ name: "time-violin", title: "Time per execution", of: "all outcomes" });

/** The study's: without the longest. */
export const timeViolinStudy = makeViolins({
  name: "time-violin-600",
  title: "Time per execution, of those within 600 s",
  of: "all outcomes, executions of at most 600 s (the study's figure)",
  limit: 600,
});

function makeViolins(options: { name: string; title: string; of: string; limit?: number }): Figure<ViolinRow, Violins> {
  const { name, title, of, limit = Number.POSITIVE_INFINITY } = options;
  return {
    name,
    title,
    definition: `Distribution of wall-clock time per model and workflow, ${of}: Gaussian kernel density of the logarithm (bandwidth by Silverman's rule), all violins scaled to the same peak. Dot: median; bar: interquartile range. Times depend on the machine and its load.`,
    columns: [
      { key: "model", label: "model", format: "text" },
      { key: "workflow", label: "workflow", format: "text" },
      { key: "seconds", label: "time", format: "seconds" },
      { key: "density", label: "density of log10", format: "decimal" },
    ],
    read: ({ durations }) => readViolins(durations, limit),
    caption: describeTimes,
    details: describeSpread,
    flat: (data) => noViolins(data, limit),
    marks: ({ facts }) => facts.violins.length,
    spec: violinSpec,
    target: violinTarget,
    behind: { metric: "seconds", has: "value" },
  };
}

function violinTarget({ model, workflow }: Pick<ViolinRow, "model" | "workflow">): Target {
  return { model, workflow, metric: "seconds", has: "value" };
}

function readViolins(durations: Results["durations"], limit: number): Data {
  const timed = durations.filter((one) => one.seconds > 0 && one.seconds <= limit);
  const groups = [...grouped(timed, ({ model, workflow }) => JSON.stringify([model, workflow])).values()];
  const violins = groups.map((members) => {
    const { model, workflow } = members[0]!;
    const times = members.map(({ seconds }) => seconds).sort((a, b) => a - b);
    // Between two executions in the middle the median is half way in seconds, not in logarithms.
    const at = (share: number) => quantileOf(times, share);
    const logs = times.map(Math.log10);
    const outline = kernelDensity(logs, GRID).map(({ x, density }) => ({
      model,
      workflow,
      seconds: power(10, x),
      density,
    }));
    return { outline, facts: { model, workflow, n: times.length, low: at(0.25), median: at(0.5), high: at(0.75) } };
  });
  const longest = durations.reduce<number | null>((most, one) => Math.max(most ?? 0, one.seconds), null);
  return {
    rows: violins.flatMap(({ outline }) => outline),
    facts: { violins: violins.map(({ facts }) => facts), longest },
  };
}

function describeTimes({ facts: { violins } }: Data): string {
  const sorted = [...violins].sort((a, b) => a.median - b.median);
  const [fastest] = sorted;
  const slowest = sorted.at(-1);
  if (!fastest || !slowest) return "No execution has a measured time.";
  const of = (one: ViolinFacts) => `${seconds(one.median)} (${nameOf(one)}, n = ${count(one.n)})`;
  if (fastest === slowest) return `Median time: ${of(fastest)}.`;
  return fastest.median === slowest.median
    ? `The median time is ${seconds(fastest.median)} for each of ${sorted.length} models under workflows.`
    : `Observed median times run from ${of(fastest)} to ${of(slowest)}.`;
}

function describeSpread({ facts: { violins } }: Data): string {
  const [widest] = [...violins].sort((a, b) => b.high / b.low - a.high / a.low);
  if (!widest) return "";
  if (violins.length > 1 && widest.high === widest.low) return "";
  return `${violins.length === 1 ? "Interquartile range" : "Widest observed interquartile range, by its ratio"}: ${nameOf(widest)}, ${seconds(widest.low)} to ${seconds(widest.high)}.`;
}

function nameOf({ model, workflow }: Pick<ViolinRow, "model" | "workflow">): string {
  return `${model} under ${workflowLabel(workflow)}`;
}

/** A limit beyond the longest execution leaves nothing out, and times that are all equal have no distribution. */
function noViolins({ facts: { violins, longest } }: Data, limit: number): string | null {
  if (violins.length === 0 || longest === null) return null;
  if (Number.isFinite(limit) && longest <= limit)
    return `No execution took longer than ${seconds(limit)} (the longest ${seconds(longest)}), so leaving those out changes nothing.`;
  const n = violins.reduce((sum, one) => sum + one.n, 0);
  return violins.every(({ low, high }) => low === high) && new Set(violins.map(({ median }) => median)).size === 1
    ? n === 1
      ? `The one execution took ${seconds(violins[0]!.median)}.`
      : `The median execution took ${seconds(violins[0]!.median)}, as at least half did (n = ${count(n)}).`
    : null;
}

function violinSpec({ rows, facts: { violins: facts } }: Data, options: ChartOptions): TopLevelSpec {
  const lineOf = (one: { model: string; workflow: string }) =>
    facts.findIndex(({ model, workflow }) => model === one.model && workflow === one.workflow);
  const peaks = facts.map((one) =>
    Math.max(...rows.filter((row) => lineOf(row) === lineOf(one)).map(({ density }) => density)),
  );
  const outline = rows.map((row) => {
    const [line, half] = [lineOf(row), (0.44 * row.density) / peaks[lineOf(row)]!];
    return { ...row, line, top: line - half, bottom: line + half };
  });
  const whole = facts.map(({ model, workflow }) => `${model} · ${workflowLabel(workflow)}`);
  const labels = shortNames(whole, options);
  const names = {
    ...ticksAt(facts.map((_, line) => line)),
    ...rowLabels(whole, options),
    labelExpr: `[${labels.map((text) => JSON.stringify(text)).join(", ")}][datum.value]`,
    grid: false,
  };
  const y = {
    type: "quantitative",
    title: null,
    scale: { domain: [-0.5, facts.length - 0.5], reverse: true, nice: false, zero: false },
    axis: names,
  };
  const times = rows.map(({ seconds }) => seconds);
  const axis = { ...ticksAt(logTicks(Math.min(...times), Math.max(...times))), format: "~r", labelOverlap: "greedy" };
  const x = { field: "seconds", type: "quantitative", title: "seconds", scale: { type: "log", nice: false }, axis };
  const color = { ...modelColor(options), legend: null };
  const summary = { values: facts.map((one, line) => ({ ...one, line })) };
  const { ink, paper } = options.theme;
  return {
    ...frame({}, outline, options),
    width: options.width,
    height: 2.2 * facts.length * rowHeight(options),
    autosize: FIT,
    layer: [
      {
        name: DATA,
        mark: { type: "area", orient: "vertical", fillOpacity: 0.35, line: false, strokeWidth: 1 },
        encoding: { x, y: { ...y, field: "top" }, y2: { field: "bottom" }, color, detail: { field: "line" } },
      },
      {
        data: summary,
        mark: { type: "rule", strokeWidth: 3, color: ink },
        encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y: { ...y, field: "line" } },
      },
      {
        data: summary,
        mark: { type: "point", filled: true, size: markSize(options, 50), opacity: 1, color: paper, stroke: ink },
        encoding: { x: { ...x, field: "median" }, y: { ...y, field: "line" } },
      },
    ],
  } as TopLevelSpec;
}
