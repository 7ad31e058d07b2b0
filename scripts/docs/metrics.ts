import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXECUTION_METRICS } from "../../harness/results/metrics/execution/registry.ts";
import { RANKING_DESCRIPTORS } from "../../measure/metrics/ranking/registry.ts";
import { cell, table } from "./markdown.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Every metric with its definition; of those of a ranking also formula, source, edge cases and example: their docstrings. */
export function metricsPage(): { path: string; text: string } {
  const ranking = Object.values(RANKING_DESCRIPTORS).map((one) => {
    const parts = [`### ${one.label}`, `\`${one.name}\`: ${cell(one.definition)}.`, cell(docOf(one.name))];
    return parts.filter((part) => part !== "").join("\n\n");
  });
  const rows = EXECUTION_METRICS.map(({ name, label, unit, better, definition }) => [
    `\`${name}\``,
    cell(label),
    unit,
    better,
    cell(definition),
  ]);
  const parts = [
    "# Metrics",
    "What each number is. Unscored is null with a reason, never 0, and is left out of means.",
    "## Of a ranking",
    "Equal to trec_eval. A name takes a cutoff (`ndcg@10`) where it has one.",
    ...ranking,
    "## Of an execution",
    "Columns of `per_execution.csv`, in their order.",
    table(["Name", "Label", "Unit", "Better", "Definition"], rows),
  ];
  return { path: "reference/metrics", text: `${parts.join("\n\n")}\n` };
}

/** Formula, source, edge cases and example stand above the function that computes it: one metric is one file. */
function docOf(name: string): string {
  const file = join(ROOT, "measure/metrics/ranking", `${name}.ts`);
  if (!existsSync(file)) return "";
  const [, doc = ""] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport function/.exec(readFileSync(file, "utf8")) ?? [];
  return doc.replaceAll(/^\s*\* ?/gm, "").trim();
}
