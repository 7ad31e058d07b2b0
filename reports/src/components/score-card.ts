import { countOf } from "../../../base/counts.ts";
import { count, decimal } from "../../../harness/drawing/format.ts";
import type { ExecutionData } from "../../../harness/stages/report/site-data.ts";
import { h } from "./dom.ts";
import { pairs } from "./verdicts.ts";

/** Reasons for which a metric is not about this scenario at all. */
const NOT_APPLICABLE = new Set(["answerable", "unanswerable"]);

/** Every score of the execution; those that are not applicable to this scenario are folded away. */
export function scoreCard({ scores }: ExecutionData): HTMLElement {
  const applies = scores.filter(({ score }) => score.value !== null || !NOT_APPLICABLE.has(score.reason));
  const rest = scores.filter((entry) => !applies.includes(entry));
  const name = ({ metric, label, definition }: (typeof scores)[number]) =>
    h("span", { title: `${metric}: ${definition}` }, label);
  const rows = applies.map((entry) => {
    const { score, unit } = entry;
    const unscored = score.value === null ? h("small", {}, `unscored: ${score.reason.replaceAll("_", " ")}`) : null;
    return [name(entry), unscored ?? formatScore(score.value ?? 0, unit)] as const;
  });
  const labels = rest.map((entry) => entry.label).join(", ");
  return h(
    "div",
    { class: "card" },
    pairs(rows),
    rest.length > 0
      ? h(
          "details",
          { class: "caption" },
          h("summary", {}, `${countOf(rest.length, "score")} not applicable to this scenario`),
          labels,
        )
      : null,
  );
}

function formatScore(value: number, unit: string): string {
  return unit === "share" ? decimal(value, 3) : count(Number(value.toFixed(2)));
}
