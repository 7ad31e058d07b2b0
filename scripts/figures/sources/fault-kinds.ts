import { readFileSync } from "node:fs";
import { UserError } from "../../../base/user-error.ts";
import { runPath } from "../../../harness/record/run-directory/paths.ts";
import { BASELINES } from "../../../harness/results/baselines/registry.ts";
import { showCell } from "../../../harness/results/table-format/show-cell.ts";
import type { Table } from "../../../harness/results/table-format/table.ts";
import type { FigureSource, FigureTable } from "../source.ts";

const LABELS = (["keyword", "vector", "hybrid"] as const).map((name) => BASELINES[name].label);

/** Of trackers that no clone has; `fault-patterns` says which. */
export const faultKinds: FigureSource = {
  name: "fault-kinds",
  command: "node --import tsx scripts/figures.ts fault-kinds --run Vim=RUN",
  about:
    "Earlier reports and their patterns found in a second public tracker, by kind of question: runs of examples/faults/bench.yaml with --corpus, to score",
  measure: async ({ run }) => {
    const trackers = (run ?? "").split(",").map((one) => one.split("=") as [string, string?]);
    if (trackers.some(([, folder]) => !folder))
      throw new UserError("usage", "expected the run of each tracker, such as --run Vim=runs/B");
    const tables = trackers.map(([tracker, folder]) => ({ tracker, read: reader(folder!) }));
    return {
      tables: {
        found: {
          columns: ["tracker", "sought", "questions", "n", ...LABELS.map((label) => `MRR@10, ${label}`)],
          rows: tables.flatMap(({ tracker, read }) => foundRows(tracker, read("faults"))),
        },
        pairs: {
          columns: ["tracker", "sought", "first", "second", "difference", "95 %", "p (Holm)", "n"],
          rows: tables.flatMap(({ tracker, read }) => pairRows(tracker, read("fault_pairs"))),
        },
      },
      values: {},
    };
  },
};

function reader(folder: string) {
  return (name: string) => JSON.parse(readFileSync(runPath(folder, "tables", `${name}.json`), "utf8")) as Table;
}

/** A row a kind of question, with what each ranker reaches beside the others. */
function foundRows(tracker: string, { rows, columns }: Table): FigureTable["rows"] {
  const mrr = columns.find(({ key }) => key === "mrr@10")!;
  const first = rows.filter(({ system }) => system === LABELS[0]);
  return first.map(({ documents, part, n }) => [
    ...[tracker, String(documents), String(part), String(n)],
    ...LABELS.map((label) => {
      const own = rows.find((row) => row.documents === documents && row.part === part && row.system === label)!;
      return showCell(own["mrr@10"], mrr);
    }),
  ]);
}

function pairRows(tracker: string, { rows, columns }: Table): FigureTable["rows"] {
  const show = (row: Table["rows"][number], key: string) =>
    showCell(row[key], columns.find((column) => column.key === key)!);
  return rows
    .filter(({ part, first, second }) => part === "all" && [first, second].every((one) => LABELS.includes(`${one}`)))
    .map((row) => [
      ...[tracker, show(row, "documents"), show(row, "first"), show(row, "second"), show(row, "difference")],
      ...[`${show(row, "low")} to ${show(row, "high")}`, show(row, "holm_p"), show(row, "n")],
    ]);
}
