import { grouped } from "../../../base/grouped.ts";
import { percent } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { heatmap } from "../drawing/charts/heatmap.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure } from "../drawing/figure.ts";
import { type PassCount, passText, sameRate, sumPasses } from "./counted-heatmap.ts";
import { lowestOf } from "./extremes.ts";
import { valued } from "./flat.ts";
import { FUNCTIONAL, JUDGE, type PassVerdict } from "./pass-verdict.ts";

export interface FamilyRow extends PassCount {
  family: string;
}

export const passRateByFamily = makeByFamily(FUNCTIONAL);
export const judgePassRateByFamily = makeByFamily(JUDGE);

function makeByFamily({ metric, rate, ...verdict }: PassVerdict): Figure<FamilyRow, null> {
  return {
    name: verdict.named("pass-rate-by-family"),
    title: verdict.titled("Passes by scenario family and model"),
    definition: `Executions that ${verdict.rule}; by kind of question, over all workflows and knowledge modes. Differences are not tested here.`,
    columns: columnsOf({ family: "text", model: "text", passes: "count", n: "count", rate: ["percent", rate] }),
    read: (results) => ({ rows: familyRows(results, metric), facts: null }),
    caption: ({ rows }) => describeFamilies(rows, rate),
    flat: ({ rows }) => sameRate(rows, rate),
    marks: ({ rows }) => valued(rows, "rate").length,
    spec: ({ rows }, options) => heatmap({ rows, options, field: "family", values: familiesIn(rows), label: String }),
    target: ({ model, family }) => ({ model, family, metric, has: "value" }),
    behind: { metric, has: "value" },
  };
}

function familyRows({ summary }: Results, of: string): FamilyRow[] {
  const passes = summary.breakdown.filter(({ by, metric }) => by === "family" && metric === of);
  const cells = grouped(passes, ({ model, level }) => JSON.stringify([level, model]));
  return [...cells.values()].map((members) => {
    const { model, level } = members[0]!;
    return { family: level, model, ...sumPasses(members.map(({ estimate }) => estimate)) };
  });
}

function familiesIn(rows: readonly FamilyRow[]): string[] {
  return [...new Set(valued(rows, "rate").map((row) => row.family))];
}

/** Which family is hard for all, and where do the models lie furthest apart? */
function describeFamilies(rows: readonly FamilyRow[], rate: string): string {
  const families = familiesIn(rows).map((family) => {
    const members = valued(rows, "rate").filter((row) => row.family === family);
    const all = sumPasses(members.map(({ rate, n }) => ({ mean: rate, n })));
    const sorted = members.sort((a, b) => b.rate! - a.rate!);
    const [best, worst] = [sorted[0]!, sorted.at(-1)!];
    return { family, all: { model: "all", ...all }, best, worst, spread: best.rate! - worst.rate! };
  });
  const lowest = lowestOf(families, ({ all }) => all.rate!);
  const [hardest] = lowest;
  const [widest] = [...families].sort((a, b) => b.spread - a.spread);
  if (!hardest || !widest) return "No execution has a verdict.";
  const { best, worst, family, spread } = widest;
  const apart =
    spread === 0
      ? ""
      : `; widest between models: ${family}, ${best.model} ${passText(best)}, ${worst.model} ${passText(worst)}`;
  if (families.length === 1) return `Observed ${rate} of the one kind, ${family}: ${passText(hardest.all)}${apart}.`;
  if (lowest.length === families.length)
    return `Observed ${rate} is ${percent(hardest.all.rate)} for each kind of question${apart}.`;
  const names = lowest.map((one) => `${one.family}, ${passText(one.all)}`).join(" and ");
  return `Lowest observed ${rate} by kind of question: ${names}${apart}.`;
}
