import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import type { AuditedRow, AuditFinding } from "./audited.ts";

/** Questions that stand in several parts of the data, over all files. */
export function splitLeaks(rows: readonly AuditedRow[]): AuditFinding[] {
  const asked = grouped(
    rows.filter(({ split }) => split != null),
    ({ question }) => question,
  );
  const leaking = [...asked.values()].filter((same) => new Set(same.map(({ split }) => split)).size > 1);
  if (leaking.length === 0) return [];
  return [
    {
      rule: "leaks between splits",
      severity: "error",
      finding: `${countOf(leaking.length, "question stands", "questions stand")} in more than one split`,
      todo: "keep each in one of them, and measure again what was tuned on the other",
      rows: leaking.map((same) => same.map(({ name, split }) => `${name} (${split})`).join(" = ")),
    },
  ];
}
