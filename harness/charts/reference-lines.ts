import type { ChartOptions } from "./figure.ts";
import { decimal } from "./format.ts";
import type { Results } from "./results.ts";

/** The mean of a ranker without a model: something to hold the configurations against. */
export interface Reference {
  label: string;
  mean: number;
  knows: "question" | "truth";
}

export function references({ baselines }: Results, metric: string): Reference[] {
  return baselines.flatMap(({ label, knows, metrics }) => {
    const mean = metrics[metric]?.mean ?? null;
    return mean === null ? [] : [{ label, mean, knows }];
  });
}

export function referenceCaption(lines: readonly Reference[]): string {
  const named = (knows: Reference["knows"]) =>
    lines.filter((line) => line.knows === knows).map(({ label, mean }) => `${label} ${decimal(mean)}`);
  const [rivals, bounds] = [named("question"), named("truth")];
  const dashed = rivals.length > 0 ? ` Dashed lines, rankers without a model: ${rivals.join(", ")}.` : "";
  return `${dashed}${bounds.length > 0 ? ` Dotted, told the truth, so bounds: ${bounds.join(", ")}.` : ""}`;
}

export function referenceLayers(lines: readonly Reference[], { theme }: ChartOptions): object[] {
  const tooltip = [
    { field: "label", title: "without a model" },
    { field: "mean", format: ".3f" },
  ];
  return (["question", "truth"] as const).map((knows) => ({
    data: { values: lines.filter((line) => line.knows === knows) },
    mark: { type: "rule", strokeDash: knows === "question" ? [5, 4] : [1, 3], color: theme.muted },
    encoding: { x: { field: "mean", type: "quantitative" }, y: null, tooltip },
  }));
}
