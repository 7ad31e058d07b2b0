import { labelOf } from "../analyses/faults.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** What finds earlier reports, each against each. Null where no suite of faults was asked. */
export const faultPairsTable: TableOfResults = {
  behind: { "*": null },
  make: (input) => {
    const { faults } = input.results;
    if (faults.every(({ pairs }) => pairs.length === 0)) return null;
    return {
      title: "Earlier reports of the same fault, and their patterns, found: each system against each",
      caption: makeCaption(
        input,
        "MRR@10, the first minus the second, with its 95 % interval and on how many questions it is higher, equal and lower. p: paired test of the mean over reports, whose questions are one observation; Holm over the pairs of the same questions.",
      ),
      columns: [
        ...columnsShown("text", { documents: "Sought", part: "Questions", first: "First", second: "Second" }),
        ...columnsShown("decimal", { difference: "Difference", low: "Low", high: "High" }),
        ...columnsShown("p", { p: "p", holm_p: "p (Holm)" }),
        ...columnsShown("count", { wins: "Higher", ties: "Equal", losses: "Lower", n: "n" }),
      ],
      rows: faults.flatMap(({ documents, part, pairs }) =>
        pairs.map(({ first, second, ...pair }) => ({
          ...pair,
          ...{ documents, part, first: labelOf(first), second: labelOf(second) },
        })),
      ),
    };
  },
};
