import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { parseLevels } from "../../../base/level-names.ts";
import { correctedP, knowledgeLabel, levelLabel, percent, sampleSize, workflowLabel } from "../../print/format.ts";
import { parseConfigurationName } from "../../record/domain/names.ts";
import type { PairedTest } from "../../results/analyses/paired-values.ts";
import { isSignificant, isTested, pairsOf } from "../../results/analyses/significant-pairs.ts";
import { intervalPanels } from "../drawing/charts/interval.ts";
import { columnsOf, limits } from "../drawing/columns.ts";
import { levelsIn } from "../drawing/encode.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { configurationTarget } from "./configurations.ts";
import { highestOf, nameTied } from "./extremes.ts";
import { valued } from "./flat.ts";
import { configurationMeans, type IntervalRow, sameForAll } from "./interval-by-configuration.ts";
import { tellLeftOut } from "./left-out.ts";
import { FUNCTIONAL, JUDGE, type PassVerdict } from "./pass-verdict.ts";

export const passRateFacets = makeFacets(FUNCTIONAL);
export const judgePassRateFacets = makeFacets(JUDGE);

function makeFacets({ metric, rate, ...verdict }: PassVerdict): Figure<IntervalRow, readonly PairedTest[]> {
  return {
    name: verdict.named("pass-rate-facets"),
    title: verdict.titled("Pass rate by model, workflow and knowledge mode"),
    definition: `Share of executions that ${verdict.rule}. Bars: 95 % interval over scenarios.`,
    columns: columnsOf({
      configuration: "text",
      mean: ["percent", rate],
      ...limits("percent"),
      n: "count",
      unscored: "count",
    }),
    read: (results) => ({
      rows: configurationMeans(results, metric),
      facts: results.rankings.find((ranking) => ranking.metric === metric)?.pairs ?? [],
    }),
    caption: (data) => describeKnowledge(data, { rate }),
    details: ({ rows }) => tellLeftOut(rows, valued(rows, "mean")),
    flat: ({ rows }) => sameForAll(valued(rows, "mean"), rate),
    marks: ({ rows }) => valued(rows, "mean").length,
    spec: ({ rows: all }, options) => {
      const rows = valued(all, "mean");
      return intervalPanels({
        ...{ rows, options, interval: ["low", "high"], place: "workflow" },
        first: levelsIn(rows, "workflow"),
        across: {
          ...{ field: "knowledge", title: null, values: levelsIn(rows, "knowledge") },
          label: (mode) => knowledgeLabel(mode).replace(" + Meta", "+M"),
        },
        value: { field: "mean", title: "pass rate", domain: [0, 1], percent: true },
        ...{ height: 220, minimumWidth: 150, size: 70, line: { strokeWidth: 2 } },
        tooltip: ["configuration", "mean", "n"],
      });
    },
    target: (row) => ({ ...configurationTarget(row), metric, has: "value" }),
    panels: "marks",
    behind: { metric, has: "value" },
  };
}

/** What corrected tests say of two knowledge modes that are equal in all else, and the widest observed difference. */
function describeKnowledge(
  { rows, facts }: FigureData<IntervalRow, readonly PairedTest[]>,
  { rate }: Pick<PassVerdict, "rate">,
): string {
  const scored = valued(rows, "mean");
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
