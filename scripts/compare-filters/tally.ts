import { isDeepStrictEqual } from "node:util";
import { countOf } from "../../base/counts.ts";
import { type Filters, formatFilters } from "../../harness/results/selection/filters.ts";
import type { Computed } from "../../harness/show/selection/compute.ts";
import { PAGE_PARTS, type PagePart } from "../../harness/show/selection/parts.ts";
import type { Checked } from "./rules.ts";

/** Counts what was held against each other, and names what differs. */
export function makeTally() {
  const compared = { filters: 0, figure: 0, table: 0, page: 0, values: 0, numbers: 0 };
  const ruled = { filters: 0, means: 0 };
  const hidden = new Map<string, number>();
  const problems: string[] = [];
  const hide = (sentence: string) => hidden.set(sentence, (hidden.get(sentence) ?? 0) + 1);
  return {
    compare(filters: Filters, shown: readonly Computed[], expected: readonly unknown[] | null): void {
      compared.filters++;
      for (const [at, part] of PAGE_PARTS.entries()) {
        const own = shown[at]!;
        if (own.type === "hidden") hide(own.because);
        else {
          compared[part.type]++;
          countValues(own.value, compared);
          if (own.empty !== null) hide(own.empty);
          if (expected === null) problems.push(`${nameOf(part, filters)}: shown, and nothing is selected`);
          else if (!isDeepStrictEqual(own.value, asJson(expected[at])))
            problems.push(`${nameOf(part, filters)}: ${firstDifference(own.value, asJson(expected[at]))}`);
        }
      }
    },
    byRules(filters: Filters, { means, problems: found }: Checked): void {
      ruled.filters++;
      ruled.means += means;
      problems.push(...found.map((problem) => `${formatFilters(filters)}: ${problem}`));
    },
    differences: () => problems.length,
    describe: () =>
      [
        `${countOf(compared.filters, "filter")} against the cut-down run: ${countOf(compared.figure, "figure")}, ${countOf(compared.table, "table")}, ${countOf(compared.page, "page")}; ${countOf(compared.values, "value")}, of them ${countOf(compared.numbers, "number")}`,
        `${countOf(ruled.filters, "filter")} by result: ${countOf(ruled.means, "mean")} of configurations`,
        ...[...hidden].map(([sentence, times]) => `${times} times: ${sentence}`),
        `${countOf(problems.length, "difference")}${problems.length > 0 ? ":" : ""}`,
        ...problems.slice(0, 40).map((problem) => `  ${problem}`),
      ].join("\n"),
  };
}

function nameOf({ type, name }: PagePart, filters: Filters): string {
  return `${type} ${name} under ${formatFilters(filters)}`;
}

/** As it reaches a page. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function countValues(value: unknown, counts: { values: number; numbers: number }): void {
  if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) countValues(one, counts);
    return;
  }
  counts.values++;
  if (typeof value === "number") counts.numbers++;
}

function firstDifference(a: unknown, b: unknown, path = ""): string {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return `${path}: ${JSON.stringify(a)} on the page, ${JSON.stringify(b)} by the command`;
  const [own, other] = [a, b] as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(own!), ...Object.keys(other!)])];
  const key = keys.find((one) => !isDeepStrictEqual(own![one], other![one]))!;
  return firstDifference(own![key], other![key], `${path}/${key}`);
}
