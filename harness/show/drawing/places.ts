import { grouped } from "../../../base/grouped.ts";
import { isLevelFilter, levelFilter } from "../../results/selection/filters.ts";
import type { ChartOptions, FigureRow } from "./figure.ts";
import { markSize } from "./theme.ts";

export type Place<Row> = Row & { count: number };

/** Rows at one place as one mark that knows how many they are: hundreds at a point look like one. */
export function placesOf<Row extends FigureRow>(rows: readonly Row[], at: (row: Row) => unknown): Place<Row>[] {
  return [...grouped(rows, (row) => JSON.stringify(at(row))).values()].map((members) => ({
    ...members[0]!,
    count: members.length,
  }));
}

/** A mark's area grows with the number at its place. */
export function countChannel(places: readonly FigureRow[], title: string, options: ChartOptions) {
  const most = Math.max(1, ...places.map(({ count }) => Number(count)));
  return {
    field: "count",
    type: "quantitative",
    title,
    scale: { domain: [1, Math.max(2, most)], range: [markSize(options, 18), markSize(options, 320)] },
    legend: {
      values: [...new Set([1, Math.ceil(most / 4), most])],
      symbolFillColor: options.theme.muted,
      symbolStrokeWidth: 0,
    },
  } as const;
}

/** What shares one value of an axis stands beside each other there: a place for each. */
export type PlacedRow<Row extends FigureRow> = Row & { place: string };

/**
 * Rows with their place: what `own` says of them, and the levels of further factors that no panel tells.
 * @param first what comes first of `own`, in this order
 */
export function withPlaces<Row extends FigureRow>(
  rows: readonly Row[],
  { panels = [] }: ChartOptions,
  own: (row: Row) => string,
  first: readonly string[] = [],
): PlacedRow<Row>[] {
  const told = new Set<string>(panels.map(({ factor }) => levelFilter(factor)));
  const levelsOf = (row: Row) =>
    Object.entries(row).flatMap(([key, level]) => (isLevelFilter(key) && !told.has(key) ? [` ${level}`] : []));
  const placed = rows.map((row) => ({ ...row, place: `${own(row)}${levelsOf(row).join("")}` }));
  return first.length === 0 ? placed : placed.sort((a, b) => first.indexOf(own(a)) - first.indexOf(own(b)));
}

/** The same places in every panel, whichever of them have marks there. */
export function placeOffset(rows: readonly PlacedRow<FigureRow>[]) {
  const domain = [...new Set(rows.map(({ place }) => place))];
  return { field: "place", type: "nominal", scale: { domain } } as const;
}
