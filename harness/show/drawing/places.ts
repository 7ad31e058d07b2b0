import { grouped } from "../../../base/grouped.ts";
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
