import { countOf } from "../../../base/counts.ts";
import { metricLabel } from "../../../harness/print/format.ts";
import { groupLabel } from "../../../harness/results/compare/changes.ts";
import { effortOf, effortText } from "../../../harness/results/compare/effort.ts";
import type { RulePower } from "../../../harness/results/compare/power.ts";
import { showValue } from "../../../harness/results/compare/render/format.ts";
import type { CompareData } from "../../../harness/show/report/site-data.ts";
import { h } from "./dom.ts";
import { table } from "./table.ts";
import { pairs } from "./verdicts.ts";

type Data = NonNullable<CompareData>;

/** Which losses would have gone unseen: a pass says no more than this. */
export function powerTable({ power: rows }: Data): HTMLElement | null {
  if (rows.length === 0) return null;
  const columns = [
    {
      label: "rule",
      cell: ruleName,
    },
    { label: "scenarios", numeric: true, cell: ({ scenarios }: RulePower) => String(scenarios) },
    { label: "a loss matters from", numeric: true, cell: ({ matters, unit }: RulePower) => showValue(matters, unit) },
    {
      label: "and is found from",
      numeric: true,
      cell: ({ found_from, unit, matters }: RulePower) =>
        h(
          "span",
          { class: found_from !== null && found_from <= matters ? "good" : "bad" },
          found_from === null ? "none is" : showValue(found_from, unit),
        ),
    },
    {
      label: "scenarios needed",
      numeric: true,
      cell: ({ needed }: RulePower) => (needed === null ? "more than 500" : `some ${needed}`),
    },
  ];
  return h(
    "div",
    {},
    h("h2", {}, "What could not have been seen?"),
    table("Losses that would be found", columns, rows, "compact"),
    h(
      "p",
      { class: "caption" },
      "Found: 4 times in 5, by the gate's own test and with this spread of changes. In bench.yaml ",
      h("code", {}, "largest_change"),
      " or ",
      h("code", {}, "assume: symmetric"),
      " lets fewer scenarios find more, where they are true.",
    ),
  );
}

/** Of the rules, the least able to see come first. */
const NAMED = 3;

/** The same in a sentence, for the verdict: a pass is read without the rest of the page. */
export function unseenSentence({ power: rows }: Data): string | null {
  if (rows.length === 0) return null;
  const blindest = [...rows].sort((a, b) => blindness(b) - blindness(a));
  const named = blindest.slice(0, NAMED).map((row) => `${ruleName(row)} ${limitOf(row)}`);
  const more = rows.length > NAMED ? ` and ${countOf(rows.length - NAMED, "more rule")} below` : "";
  return `Could have gone unseen (found less often than 4 times in 5): a loss in ${named.join(", in ")}${more}.`;
}

function blindness({ found_from, matters }: RulePower): number {
  return found_from === null ? Infinity : found_from / matters;
}

function limitOf({ found_from, unit }: RulePower): string {
  return found_from === null ? "of any size" : `below ${showValue(found_from, unit)}`;
}

function ruleName({ metric, group }: RulePower): string {
  return `${metricLabel(metric)}${group === "all" ? "" : `, ${groupLabel(group)}`}`;
}

/** What quality was paid with. */
export function effort({ report: { comparison } }: Data): HTMLElement | null {
  const rows = effortOf(comparison);
  if (rows.length === 0) return null;
  return h(
    "div",
    { class: "narrow" },
    h("h2", {}, "What does it cost?"),
    pairs(rows.map((row) => [row.label, effortText(row)] as const)),
  );
}
