import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { parseLevels } from "../../../base/level-names.ts";
import { correctedP, knowledgeLabel, levelLabel, percent, sampleSize, workflowLabel } from "../../print/format.ts";
import { parseConfigurationName } from "../../record/domain/names.ts";
import type { PairedTest } from "../../results/analyses/paired-values.ts";
import { isSignificant, isTested, pairsOf } from "../../results/analyses/significant-pairs.ts";
import type { Target } from "../../results/selection/target.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { labelExpression, levelsIn, modelColor, modelsIn, PERCENT_AXIS } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import type { ChartOptions, Figure, FigureData } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { plotHeight } from "../drawing/theme.ts";
import { configurationTarget } from "./configurations.ts";
import { highestOf, nameTied } from "./extremes.ts";
import { type IntervalRow, intervalRows, sameForAll, scoredRows } from "./interval-by-configuration.ts";
import { tellLeftOut } from "./left-out.ts";
import { FUNCTIONAL, JUDGE, type PassVerdict } from "./pass-verdict.ts";
import { placeOffset, withPlaces } from "./places.ts";

export const passRateFacets = makeFacets(FUNCTIONAL);
export const judgePassRateFacets = makeFacets(JUDGE);

function makeFacets({ metric, rate, ...verdict }: PassVerdict): Figure<IntervalRow, readonly PairedTest[]> {
  const target = (row: IntervalRow): Target => ({ ...configurationTarget(row), metric, has: "value" });
  return {
    name: verdict.named("pass-rate-facets"),
    title: verdict.titled("Pass rate by model, workflow and knowledge mode"),
    definition: `Share of executions that ${verdict.rule}. Bars: 95 % interval over scenarios.`,
    columns: [
      { key: "configuration", label: "configuration", format: "text" },
      { key: "mean", label: rate, format: "percent" },
      { key: "low", label: "95 % from", format: "percent" },
      { key: "high", label: "to", format: "percent" },
      { key: "n", label: "n", format: "count" },
      { key: "unscored", label: "unscored", format: "count" },
    ],
    read: (results) => ({
      rows: intervalRows(results, metric),
      facts: results.rankings.find((ranking) => ranking.metric === metric)?.pairs ?? [],
    }),
    caption: (data) => describeKnowledge(data, { rate }),
    details: ({ rows }) => tellLeftOut(rows, scoredRows(rows)),
    flat: ({ rows }) => sameForAll(scoredRows(rows), rate),
    marks: ({ rows }) => scoredRows(rows).length,
    spec: ({ rows }, options) => passSpec(scoredRows(rows), { options, rate, target }),
    target,
    panels: "marks",
    behind: { metric, has: "value" },
  };
}

/** What corrected tests say of two knowledge modes that are equal in all else, and the widest observed difference. */
function describeKnowledge(
  { rows, facts }: FigureData<IntervalRow, readonly PairedTest[]>,
  { rate }: Pick<PassVerdict, "rate">,
): string {
  const scored = scoredRows(rows);
  if (scored.length === 0) return "No execution has a verdict.";
  const groups = [...grouped(scored, besideKnowledge).values()];
  const pairs = groups.flatMap((members) =>
    members.flatMap((a, at) => members.slice(at + 1).map((b) => ({ a, b, test: testOf(facts, a, b) }))),
  );
  const [widest] = pairs.sort((one, two) => apart(two) - apart(one));
  if (!widest) return withoutModes(scored, rate);
  const { a, b, test } = widest;
  const told = pairs.filter((pair) => pair.test && isSignificant(pair.test)).length;
  const head =
    told === 0
      ? `No two knowledge modes can be told apart by ${rate}`
      : `${told} of ${countOf(pairs.length, "pair")} of knowledge modes ${told === 1 ? "is" : "are"} told apart by ${rate}`;
  const modes = `${knowledgeLabel(a.knowledge)} ${percent(a.mean)}, ${knowledgeLabel(b.knowledge)} ${percent(b.mean)}`;
  const levels = [...parseLevels(levelsOf(a))].map(([factor, level]) => `, ${levelLabel(factor, level)}`).join("");
  return `${head}; widest observed: ${a.model} under ${workflowLabel(a.workflow)}${levels}, ${modes} (${correctedP(test?.holm_p ?? null, countOf(facts.filter(isTested).length, "pair"))}, ${sampleSize(test ? [test.n] : [a.n, b.n])}).`;
}

function besideKnowledge(row: IntervalRow): string {
  return JSON.stringify([row.model, row.workflow, levelsOf(row)]);
}

function levelsOf({ name }: IntervalRow): string | undefined {
  return parseConfigurationName(name)?.levels;
}

/** Where no model and workflow has two modes that could be compared. */
function withoutModes(scored: readonly IntervalRow[], rate: string): string {
  const highest = highestOf(scored, ({ mean }) => mean!);
  const [first] = highest;
  const value = `${percent(first!.mean)} (n = ${first!.n})`;
  if (scored.length === 1) return `${first!.configuration} has the ${rate} ${value}.`;
  const names = nameTied(
    highest.map(({ configuration }) => configuration),
    "configuration",
  );
  return `Without a second knowledge mode: ${names} ${highest.length === 1 ? "has" : "have"} the highest observed ${rate}, ${value}.`;
}

function apart({ a, b }: { a: IntervalRow; b: IntervalRow }): number {
  return Math.abs(a.mean! - b.mean!);
}

function testOf(pairs: readonly PairedTest[], a: IntervalRow, b: IntervalRow): PairedTest | undefined {
  return pairsOf({ pairs }, a.name).find(({ second }) => second === b.name);
}

function passSpec(
  rows: readonly IntervalRow[],
  { options, rate, target }: { options: ChartOptions; rate: string; target: (row: IntervalRow) => Target },
): TopLevelSpec {
  const models = modelsIn(rows, options);
  const modes = levelsIn(rows, "knowledge");
  const x = {
    field: "knowledge",
    type: "ordinal",
    title: null,
    scale: { domain: modes },
    axis: { labelAngle: 0, labelExpr: labelExpression(modes, (mode) => knowledgeLabel(mode).replace(" + Meta", "+M")) },
  };
  const placed = withPlaces(rows, options, ({ workflow }) => workflow, levelsIn(rows, "workflow"));
  const xOffset = placeOffset(placed);
  const scale = { domain: [0, 1] };
  const y = { field: "mean", type: "quantitative", title: "pass rate", scale, axis: PERCENT_AXIS };
  const bar = {
    x,
    xOffset,
    y: { ...y, field: "low" },
    y2: { field: "high" },
    // Each panel is named by its model.
    color: { ...modelColor(options), legend: null },
  };
  const tooltip = [{ field: "configuration" }, { field: "mean", title: rate, format: ".1%" }, { field: "n" }];
  return {
    ...frame({ target }, placed, options),
    ...facetGrid({ field: "model", values: models, options, height: plotHeight(options, 220), minimumWidth: 150 }, [
      { mark: { type: "rule", strokeWidth: 2 }, encoding: bar },
      ...configurationMarks({ x, xOffset, y }, options, { rows, legends: "without models", size: 70, tooltip }),
    ]),
  } as TopLevelSpec;
}
