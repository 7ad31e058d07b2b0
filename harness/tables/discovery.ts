import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** Does an agent find what the records do not say? */
export const discoveryTable: MakeTable = (input) => ({
  name: "discovery",
  title: "Hidden links found",
  caption: makeCaption(
    input,
    "Links between test cases and backlog items were taken out of the whole substrate and are asked for. None left: items that kept no link; some left: half of theirs.",
    "Recall: share of the hidden links that texts or attributes support, among the first ten recommended and in the whole list; links that are recorded are taken off the list first. Retrieved: share that appears in a tool result. Chance: recall@10 of ids drawn at random.",
    "Precision is a lower bound: the other ids have not been assessed. Echoed: recommended ids that are linked already, which the question asks to leave out.",
  ),
  columns: [
    { key: "configuration", label: "Configuration", show: "text" },
    { key: "links", label: "Links", show: "text" },
    { key: "recall10", label: "Recall@10", show: "share", interval: true },
    { key: "recall", label: "Recall", show: "share" },
    { key: "retrieved", label: "Retrieved", show: "share" },
    { key: "precision10", label: "P@10", show: "share" },
    { key: "echoed", label: "Echoed %", show: "percent" },
    { key: "abstained", label: "Abstained %", show: "percent" },
    { key: "chance10", label: "Chance", show: "share" },
    { key: "n", label: "n", show: "count" },
  ],
  rows: input.discovery.map((row) => ({ ...row, n: row.recall10.n })),
});
