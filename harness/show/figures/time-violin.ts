import { grouped } from "../../../base/grouped.ts";
import { power } from "../../../base/power.ts";
import { count, seconds, workflowLabel } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { violins } from "../drawing/charts/curve.ts";
import { columnsOf } from "../drawing/columns.ts";
import { kernelDensity, quantileOf } from "../drawing/density.ts";
import type { Figure, FigureData, FigureRow } from "../drawing/figure.ts";

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
    columns: columnsOf({
      model: "text",
      workflow: "text",
      seconds: ["seconds", "time"],
      density: ["decimal", "density of log10"],
    }),
    read: ({ durations }) => readViolins(durations, limit),
    caption: describeTimes,
    details: describeSpread,
    flat: (data) => noViolins(data, limit),
    marks: ({ facts }) => facts.violins.length,
    spec: ({ rows, facts: { violins: facts } }, options) =>
      violins({
        ...{ rows, options, x: { field: "seconds", title: "seconds", format: "~r" } },
        violinOf: (row) => facts.findIndex(({ model, workflow }) => model === row.model && workflow === row.workflow),
        summaries: facts.map((one) => ({ ...one, name: `${one.model} · ${workflowLabel(one.workflow)}` })),
      }),
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
