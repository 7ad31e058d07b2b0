import * as vega from "vega";
import type { TopLevelSpec } from "vega-lite";
import { compileFigure } from "../../../harness/drawing/compile.ts";
import { DATA_MARKS } from "../../../harness/drawing/data-marks.ts";
import type { Theme } from "../../../harness/drawing/theme.ts";

interface Scene {
  marktype?: string;
  name?: string;
  items?: Scene[];
}

/** Data marks in the scene that Vega lays out: every point or bar, one for each line or area. */
export async function countDataMarks(spec: TopLevelSpec, theme: Theme): Promise<number> {
  const view = new vega.View(vega.parse(compileFigure(spec, theme)), { renderer: "none" });
  await view.runAsync();
  const root = (view.scenegraph() as unknown as { root: Scene }).root;
  view.finalize();
  return countIn(root);
}

function countIn({ marktype, name, items = [] }: Scene): number {
  if (marktype !== "group" && marktype && DATA_MARKS.test(name ?? ""))
    return marktype === "line" || marktype === "area" ? Math.min(1, items.length) : items.length;
  return items.reduce((sum, item) => sum + countIn(item), 0);
}
