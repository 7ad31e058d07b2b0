import * as vega from "vega";
import type { TopLevelSpec } from "vega-lite";
import { compileFigure } from "../../../../harness/show/drawing/compile.ts";
import { DATA_MARKS } from "../../../../harness/show/drawing/data-marks.ts";
import type { Theme } from "../../../../harness/show/drawing/theme.ts";

interface Scene {
  marktype?: string;
  name?: string;
  items?: Scene[];
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  size?: number;
}

/** Data marks in the scene that Vega lays out: every point or bar, one for each line or area. */
export async function countDataMarks(spec: TopLevelSpec, theme: Theme): Promise<number> {
  return (await placesOfMarks(spec, theme)).length;
}

/** Where each of them stands, and how large it is, in its panel. */
export async function placesOfMarks(spec: TopLevelSpec, theme: Theme): Promise<string[]> {
  const view = new vega.View(vega.parse(compileFigure(spec, theme)), { renderer: "none" });
  await view.runAsync();
  const root = (view.scenegraph() as unknown as { root: Scene }).root;
  view.finalize();
  return placesIn(root);
}

function placesIn({ marktype, name, items = [] }: Scene): string[] {
  if (marktype !== "group" && marktype && DATA_MARKS.test(name ?? "")) {
    const isOne = marktype === "line" || marktype === "area";
    if (isOne) return items.length === 0 ? [] : [items.map((item) => placeOf(name!, item)).join(" ")];
    return items.map((item) => placeOf(name!, item));
  }
  return items.flatMap(placesIn);
}

function placeOf(name: string, { x, y, width, height, size }: Scene): string {
  return [name, ...[x, y, width, height, size].map((value) => Math.round(value ?? 0))].join(",");
}
