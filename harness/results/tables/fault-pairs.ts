import { labelOf } from "../analyses/faults.ts";
import { makeCaption } from "../table-format/caption.ts";
import type { MakeTable } from "./make-table.ts";

/** What finds earlier reports, each against each. Null where no suite of faults was asked. */
export const faultPairsTable: MakeTable = (input) => {
  const { faults } = input.results;
  if (faults.every(({ pairs }) => pairs.length === 0)) return null;
  return {
    title: "Earlier reports of the same fault found: each system against each",
    caption: makeCaption(
      input,
      "MRR@10, the first minus the second, with its 95 % interval and on how many questions it is higher, equal and lower. p: paired test of the mean over reports, whose two questions are one observation; Holm over the pairs of the same questions.",
    ),
    columns: [
      { key: "part", label: "Questions", show: "text" },
      { key: "first", label: "First", show: "text" },
      { key: "second", label: "Second", show: "text" },
      { key: "difference", label: "Difference", show: "signed" },
      { key: "low", label: "Low", show: "signed" },
      { key: "high", label: "High", show: "signed" },
      { key: "p", label: "p", show: "p" },
      { key: "holm_p", label: "p (Holm)", show: "p" },
      { key: "wins", label: "Higher", show: "count" },
      { key: "ties", label: "Equal", show: "count" },
      { key: "losses", label: "Lower", show: "count" },
      { key: "n", label: "n", show: "count" },
    ],
    rows: faults.flatMap(({ part, pairs }) =>
      pairs.map(({ first, second, ...pair }) => ({ ...pair, part, first: labelOf(first), second: labelOf(second) })),
    ),
  };
};
