import { countOf } from "../../../base/counts.ts";
import { decimal } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { forest } from "../drawing/charts/forest.ts";
import { columnsOf, limits } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { isNarrow } from "../drawing/theme.ts";
import { valued } from "./flat.ts";

export interface ProbeRow extends FigureRow {
  /** Role and name: `primary, rubric-primary`. */
  judge: string;
  probe: string;
  effect: number | null;
  low: number | null;
  high: number | null;
  threshold: number;
  finding: string | null;
  n: number;
  unit: string;
  question: string;
}

/** Findings that fit into a sentence. */
const NAMED = 2;

export const judgeProbes: Figure<ProbeRow, null> = {
  name: "judge-probes",
  title: "Judge biases, measured on answers of known quality",
  definition:
    "Answered executions are shown to a judge in edited forms, and its ratings are compared with what is known to be right; 0 means no bias. Effects have different units (see the table), so each is drawn in multiples of its threshold, dashed at 1 and −1. Bars: 95 % interval, over scenarios. Filled: a finding, the whole interval lies beyond the threshold.",
  columns: columnsOf({
    judge: "text",
    probe: "text",
    effect: "decimal",
    ...limits("decimal"),
    threshold: "decimal",
    finding: "text",
    n: "count",
    unit: ["text", "unit of the effect"],
    question: "text",
  }),
  read: ({ judge_probes }) => ({ rows: probeRows(judge_probes), facts: null }),
  caption: describeFindings,
  marks: ({ rows }) => valued(rows, "effect").length,
  spec: drawProbes,
  // Answers of judges about edited copies of executions.
  behind: null,
};

function probeRows(judges: Results["judge_probes"]): ProbeRow[] {
  return judges.flatMap(({ judge, evaluator, probes }) =>
    probes.map(({ probe, effect, low, high, threshold, finding, n, unit, question }) => ({
      ...{ judge: `${judge}, ${evaluator}`, probe, effect, low, high, threshold, finding, n, unit, question },
    })),
  );
}

function describeFindings({ rows }: FigureData<ProbeRow>): string {
  const read = valued(rows, "effect");
  if (read.length === 0) return "No judge was probed, or none could give a reading.";
  // Fewer scenarios give no interval, so that such a probe can find nothing.
  const known = read.filter(({ low }) => low !== null);
  if (known.length === 0) return "No probe could show a bias: an interval needs readings of 5 scenarios.";
  const judges = countOf(new Set(known.map(({ judge }) => judge)).size, "judge");
  const found = known
    .filter(({ finding }) => finding !== null)
    .sort((a, b) => Math.abs(b.effect / b.threshold) - Math.abs(a.effect / a.threshold));
  if (found.length === 0) return `No bias was found in ${countOf(known.length, "probe")} of ${judges}.`;
  const list = found
    .slice(0, NAMED)
    .map(({ judge, finding, effect, n }) => `${judge.split(",")[0]}, ${finding} (${decimal(effect)}, n = ${n})`);
  const more = found.length > NAMED ? "; the largest" : "";
  return `${countOf(found.length, "bias", "biases")} found in ${countOf(known.length, "probe")} of ${judges}${more}: ${list.join("; ")}.`;
}

function drawProbes({ rows }: FigureData<ProbeRow>, options: ChartOptions): ChartSpec {
  const { invented, paper } = options.theme;
  const shown = valued(rows, "effect").map((row) => ({
    ...row,
    /** As people write it. */
    named: row.probe.replaceAll("_", " "),
    found: row.finding !== null,
    at: row.effect / row.threshold,
    from: row.low === null ? null : row.low / row.threshold,
    to: row.high === null ? null : row.high / row.threshold,
  }));
  const ends = shown.flatMap(({ at, from, to }) => [at, from ?? 0, to ?? 0].map(Math.abs));
  return forest({
    ...{ rows: shown, options, names: "named", interval: ["from", "to"] },
    panels: {
      ...{ field: "judge", values: [...new Set(shown.map(({ judge }) => judge))], minimumWidth: 90 },
      label: (judge: string) => (isNarrow(options) ? judge.split(",")[0]! : judge),
    },
    difference: { field: "at", title: "effect / threshold", reach: Math.max(1.5, ...ends), ticks: 3 },
    lines: [{ at: [0] }, { at: [-1, 1], dash: [4, 4] }],
    fill: { field: "found", values: [true, false], colors: [invented, paper] },
    stroke: invented,
    tooltip: ["question", "effect", "low", "high", "unit", "n"],
  });
}
