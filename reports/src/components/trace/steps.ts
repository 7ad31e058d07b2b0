import { decimal } from "../../../../harness/print/format.ts";
import type { ExtractedStep } from "../../../../harness/record/domain/records.ts";
import { h } from "../dom.ts";
import { type TableColumn, table } from "../table.ts";
import { secondsOf } from "./span-text.ts";

/** What each node of the graph found, decided and took, in order. */
export function stepsTable(steps: readonly ExtractedStep[]): HTMLElement {
  const isOfSources = steps.some(({ node }) => node === "choose");
  const columns: TableColumn<ExtractedStep>[] = [
    { label: "turn", numeric: true, cell: ({ turn }) => String(turn + 1) },
    { label: "node", cell: ({ node }) => node },
    ...(isOfSources ? SOURCE_COLUMNS : RETRIEVAL_COLUMNS),
  ];
  return table("What each node came to", columns, steps);
}

/** Of the workflow over live sources: what was asked of which, what it gave, and what was left of it. */
const SOURCE_COLUMNS: readonly TableColumn<ExtractedStep>[] = [
  { label: "sources", cell: ({ source, sources }) => source ?? (sources?.length === 0 ? "none" : listOf(sources)) },
  { label: "keywords", cell: ({ keywords }) => h("span", { class: "wrap" }, listOf(keywords)) },
  { label: "items", numeric: true, cell: ({ ids }) => (ids ? String(ids.length) : "") },
  { label: "requests", numeric: true, cell: ({ requests }) => (requests === undefined ? "" : String(requests)) },
  { label: "time", numeric: true, cell: ({ duration_ms }) => secondsOf(duration_ms) },
  { label: "what was left, and why", cell: (step) => h("span", { class: "wrap" }, leftOf(step)) },
];

function listOf(words: readonly string[] = []): string {
  return words.join(", ");
}

function leftOf({ truncated, withdrawn = [], problem }: ExtractedStep): string {
  const parts = [
    truncated && "the source had more than was asked for",
    withdrawn.length > 0 && `citations withdrawn: ${listOf(withdrawn)}`,
    problem !== "none" && problem,
  ];
  return parts.filter(Boolean).join("; ");
}

const RETRIEVAL_COLUMNS: readonly TableColumn<ExtractedStep>[] = [
  { label: "decision", cell: ({ decision = "" }) => decision },
  { label: "top-1 cosine", numeric: true, cell: ({ cosines }) => decimal(cosines?.[0] ?? null, 3) },
  { label: "mean cosine", numeric: true, cell: ({ mean_cosine }) => decimal(mean_cosine, 3) },
  { label: "share above", numeric: true, cell: ({ context_precision }) => decimal(context_precision) },
  { label: "threshold", numeric: true, cell: ({ threshold }) => decimal(threshold, 3) },
  { label: "time", numeric: true, cell: ({ duration_ms }) => secondsOf(duration_ms) },
  { label: "query, order", cell: (step) => h("span", { class: "wrap" }, wordsOf(step)) },
];

/** Ids in which it ended, where it put any in order. */
const SHOWN = 3;

function wordsOf({ node, query, ids = [], by, problem }: ExtractedStep): string {
  if (problem) return query === undefined ? problem : `${query} (${problem})`;
  if (query !== undefined) return query;
  return node === "rerank" ? `${by}: ${ids.slice(0, SHOWN).join(", ")}${ids.length > SHOWN ? " …" : ""}` : "";
}
