import type { Legend, Spec } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Theme } from "./theme.ts";

/** Vega-Lite to Vega, with legends that look the same on every figure. */
export function compileFigure(spec: TopLevelSpec, theme: Theme): Spec {
  const compiled = compile(spec).spec;
  return { ...compiled, legends: compiled.legends?.map((legend) => withSymbols(legend, theme)) };
}

/** Vega-Lite copies a legend's symbols from whichever layer comes first, such as the plate behind the marks. */
function withSymbols(legend: Legend, { ink, muted }: Theme): Legend {
  const colored = legend.fill !== undefined || legend.stroke !== undefined;
  const style = colored
    ? {}
    : legend.shape
      ? { fill: "transparent", stroke: muted }
      : legend.opacity
        ? { fill: ink, stroke: ink }
        : { stroke: muted };
  const update = Object.fromEntries(Object.entries(style).map(([name, value]) => [name, { value }]));
  const symbols = legend.opacity ? { update } : { update: { ...update, opacity: { value: 1 } } };
  return { ...legend, encode: { ...legend.encode, symbols } };
}
