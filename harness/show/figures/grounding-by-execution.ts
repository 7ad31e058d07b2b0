import { max, min } from "simple-statistics";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { count, decimal, percent } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Trend } from "../../results/analyses/trends.ts";
import type { Target } from "../../results/selection/target.ts";
import { modelPlaces } from "../drawing/charts/scatter.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { GROUNDING_COVERAGE, HALLUCINATED } from "./names.ts";

export interface GroundingPointRow extends FigureRow {
  model: string;
  coverage: number;
  hallucinated: number;
  /** Answers at this place: most lie on few. */
  count: number;
}

type Data = FigureData<GroundingPointRow, readonly Trend[]>;

interface View {
  name: string;
  title: string;
  /** Which answers, ids and results it is about. */
  about: string;
  x: string;
  y: string;
  workflow: "plan_execute" | null;
}

export const groundingByExecution = makeGrounding({
  name: "grounding-by-execution",
  title: "Grounding coverage and invented ids, answer by answer",
  about:
    "Answers that name ids, by the share of these that appear in the full result of a successful tool call (horizontal) and the number that appear in none (vertical)",
  x: GROUNDING_COVERAGE,
  y: HALLUCINATED,
  workflow: null,
});

export const groundingStudy = makeGrounding({
  name: "grounding-by-execution-study",
  title: "Grounding coverage and invented ids as the study measured them",
  about:
    "Answers under Plan-and-Execute that name ids, those of the question among them, by the share of these that the model was shown in a successful tool result (horizontal) and the number that it was not (vertical): the study's definition, a lower bound of the one above",
  x: `${GROUNDING_COVERAGE}(view=study)`,
  y: `${HALLUCINATED}(view=study)`,
  workflow: "plan_execute",
});

function makeGrounding({ name, title, about, x, y, workflow }: View): Figure<GroundingPointRow, readonly Trend[]> {
  const behind: Target = { ...(workflow === null ? {} : { workflow }), metric: `${x},${y}`, has: "value" };
  return {
    name,
    title,
    definition: `${about}; larger marks stand for more answers. Dashed: least-squares line per model, absent where coverage does not vary; its interval is cluster-robust (CR2, Satterthwaite) over scenarios.`,
    columns: columnsOf({
      model: "text",
      coverage: ["decimal", "grounding coverage"],
      hallucinated: ["count", "invented ids"],
      count: ["count", "answers"],
    }),
    read: ({ scores, trends }) => ({
      rows: placesOf(
        scores.filter((score) => workflow === null || score.workflow === workflow),
        x,
        y,
      ),
      facts: trends.filter((trend) => trend.x === x && trend.y === y),
    }),
    caption: describeTrends,
    details: describeSteepest,
    flat: onePlace,
    marks: ({ rows }) => rows.length,
    spec: ({ rows, facts }, options) => {
      const lowest = min([0.9, ...rows.map((row) => row.coverage)]);
      const highest = max([1, ...rows.map((row) => row.hallucinated)]);
      return modelPlaces({
        ...{ rows, options, counted: "answers", opacity: 0.6, height: 220, lines: facts, from: lowest },
        x: {
          field: "coverage",
          title: "grounding coverage",
          domain: [lowest, 1],
          exact: true,
          percent: true,
          ticks: 3,
        },
        y: { field: "hallucinated", title: "invented ids", domain: [0, highest], whole: true },
        tooltip: ["coverage", "hallucinated", "count"],
      });
    },
    target: ({ model }) => ({ model, ...behind }),
    behind,
  };
}

function placesOf(scores: Results["scores"], x: string, y: string): GroundingPointRow[] {
  const points = scores.flatMap(({ model, scores: of }) => {
    const [coverage, hallucinated] = [of[x]?.value ?? null, of[y]?.value ?? null];
    return coverage === null || hallucinated === null ? [] : [{ model, coverage, hallucinated }];
  });
  const places = grouped(points, (point) => JSON.stringify(point));
  return [...places.values()].map((members) => ({ ...members[0]!, count: members.length }));
}

function describeTrends({ rows }: Data): string {
  const answers = rows.reduce((sum, row) => sum + row.count, 0);
  if (answers === 0) return "No answer has both a grounding coverage and a count of invented ids.";
  const inventing = rows.filter((row) => row.hallucinated > 0).reduce((sum, row) => sum + row.count, 0);
  const share = `${count(inventing)} of ${countOf(answers, "answer")} (${percent(inventing / answers)}) ${inventing === 1 ? "names" : "name"} an id that appears in no tool result`;
  return `${share}.`;
}

/** Marks of different sizes at one place are no picture. */
function onePlace(data: Data): string | null {
  const places = new Set(data.rows.map(({ coverage, hallucinated }) => JSON.stringify([coverage, hallucinated])));
  const [row] = data.rows;
  return row && places.size === 1
    ? `${describeTrends(data).slice(0, -1)}, at a coverage of ${percent(row.coverage)} each.`
    : null;
}

function describeSteepest({ facts }: Data): string {
  const known = facts.filter(({ slope }) => slope !== null).sort((a, b) => a.slope! - b.slope!);
  const [steepest] = known;
  if (!steepest) return "No model's coverage varies, so there is no line.";
  const { model, slope, low, high, n } = steepest;
  const interval = low === null || high === null ? "no interval" : `${decimal(-0.1 * high)} to ${decimal(-0.1 * low)}`;
  return `Steepest observed line, of ${known.length} that are not tested against each other: ${model}, ${decimal(-0.1 * slope!)} more for every ten points of coverage that are missing (95 %: ${interval}; n = ${count(n)}).`;
}
