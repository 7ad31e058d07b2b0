import { countOf } from "../../../base/counts.ts";
import { count, decimal } from "../../../harness/print/format.ts";
import type { ExecutionData } from "../../../harness/show/report/site-data.ts";
import { h } from "./dom.ts";
import { scoreRows } from "./score-rows.ts";
import { expandable } from "./trace/load.ts";

/** Reasons for which a metric is not about this scenario at all. */
const NOT_APPLICABLE = new Set(["answerable", "unanswerable"]);

/** Every score of the execution; each opens the rows that it was made from. Those that are not applicable are folded away. */
export function scoreCard(data: ExecutionData, titles: Readonly<Record<string, string>>): HTMLElement {
  const { scores } = data;
  const applies = scores.filter(({ score }) => score.value !== null || !NOT_APPLICABLE.has(score.reason));
  const rest = scores.filter((entry) => !applies.includes(entry));
  const rows = applies.map((entry) => {
    const { score, unit, label } = entry;
    const row = expandable(label, () => Promise.resolve(scoreRows(entry, data, titles)));
    const value =
      score.value === null ? `unscored: ${score.reason.replaceAll("_", " ")}` : formatScore(score.value, unit);
    row.firstElementChild!.append(h("b", { class: score.value === null ? "missing" : "value" }, value));
    return row;
  });
  const labels = rest.map((entry) => entry.label).join(", ");
  const others = h("summary", {}, `${countOf(rest.length, "score")} not applicable to this scenario`);
  return h(
    "div",
    { class: "card scores" },
    ...rows,
    rest.length > 0 ? h("details", { class: "caption" }, others, labels) : null,
  );
}

function formatScore(value: number, unit: string): string {
  return unit === "share" || unit === "cosine" ? decimal(value, 3) : count(Number(value.toFixed(2)));
}
