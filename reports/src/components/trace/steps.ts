import { decimal } from "../../../../harness/print/format.ts";
import type { ExtractedStep } from "../../../../harness/record/domain/records.ts";
import { h } from "../dom.ts";
import { type TableColumn, table } from "../table.ts";
import { secondsOf } from "./span-text.ts";

/** What each node of the graph found, decided and took, in order. */
export function stepsTable(steps: readonly ExtractedStep[]): HTMLElement {
  const columns: TableColumn<ExtractedStep>[] = [
    { label: "turn", numeric: true, cell: ({ turn }) => String(turn + 1) },
    { label: "node", cell: ({ node }) => node },
    { label: "decision", cell: ({ decision = "" }) => decision },
    { label: "top-1 cosine", numeric: true, cell: ({ cosines }) => decimal(cosines?.[0] ?? null, 3) },
    { label: "mean cosine", numeric: true, cell: ({ mean_cosine }) => decimal(mean_cosine, 3) },
    { label: "share above", numeric: true, cell: ({ context_precision }) => decimal(context_precision) },
    { label: "threshold", numeric: true, cell: ({ threshold }) => decimal(threshold, 3) },
    { label: "time", numeric: true, cell: ({ duration_ms }) => secondsOf(duration_ms) },
    { label: "query, order", cell: (step) => h("span", { class: "wrap" }, wordsOf(step)) },
  ];
  return table("What each node came to", columns, steps);
}

/** Ids in which it ended, where it put any in order. */
const SHOWN = 3;

function wordsOf({ node, query, ids = [], by, problem }: ExtractedStep): string {
  if (problem) return query === undefined ? problem : `${query} (${problem})`;
  if (query !== undefined) return query;
  return node === "rerank" ? `${by}: ${ids.slice(0, SHOWN).join(", ")}${ids.length > SHOWN ? " …" : ""}` : "";
}
