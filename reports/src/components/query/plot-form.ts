import { h } from "../dom.ts";
import type { AnswerColumns } from "./answer-columns.ts";
import { makePlot, PLOT_KINDS, type PlotChoice, type PlotKind } from "./make-plot.ts";

/** A plot by clicks: its kind, and which columns of the answer it shows. */
export function plotForm(
  columns: AnswerColumns,
  chosen: PlotChoice | null,
  onChange: (text: string) => void,
): HTMLElement {
  const choice = { ...(chosen ?? { kind: "bars" as PlotKind, x: "", y: "", color: "" }) };
  const change = (key: keyof PlotChoice, value: string) => {
    Object.assign(choice, { [key]: value });
    onChange(makePlot(choice, columns));
  };
  const select = (label: string, key: keyof PlotChoice, options: Readonly<Record<string, string>>) => {
    const isKnown = Object.hasOwn(options, choice[key]) && chosen !== null;
    const list = h(
      "select",
      { onchange: () => change(key, list.value) },
      isKnown ? null : h("option", { value: "", selected: true }, "–"),
      ...Object.entries(options).map(([value, text]) =>
        h("option", { value, selected: chosen !== null && value === choice[key] }, text),
      ),
    ) as HTMLSelectElement;
    return h("label", {}, `${label} `, list);
  };
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
  return h(
    "p",
    { class: "plot-form" },
    select("draw", "kind", PLOT_KINDS),
    select("x", "x", named(columns.all)),
    select("y", "y", named(columns.all)),
    select("colour", "color", { "": "none", ...named(columns.all) }),
  );
}
