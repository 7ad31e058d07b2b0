import { countOf } from "../../../base/counts.ts";
import type { RowProvenance } from "../../../db/ingest/provenance.ts";
import type { Row } from "../../../db/ports/ports.ts";
import { clip, printable } from "../../print/text.ts";

/** Rows of a list that are shown; JSON has all. */
const SHOWN = 20;
/** Lines of a payload that are shown. */
const BODY_LINES = 60;

/** A chain of provenance for people, at most `columns` wide. Everything from the corpus is escaped. */
export function whyText(chain: RowProvenance, columns: number): string {
  const { id, type, run, changes, payload, row, chunks, node, edges } = chain;
  const lines = [
    `${id}   ${type.replace("_", " ")}`,
    "",
    `ingest run ${run.ingest_run_id}   ${run.status}, corpus ${run.corpus_name} ${short(run.corpus_hash)}, ${String(run.started_at).slice(0, 19)}`,
    `  ${changes.map((change) => `run ${change.ingest_run_id}: ${change.change}`).join(", ")}`,
    "",
    `raw payload ${payload.payload_id}   of run ${payload.ingest_run_id}, type ${payload.artifact_type}, sha256 ${short(payload.content_hash)}`,
    ...bodyLines(payload.body),
    "",
    `canonical row in ${row.table}`,
    ...Object.entries(row.columns).map(([column, value]) => `  ${column}: ${flat(value)}`),
    ...references(chain),
    "",
    `chunks ${chunks.length}`,
    ...chunks.map(
      (chunk) =>
        `  ${chunk.chunk_id}  part ${chunk.ordinal}, ${countOf(Number(chunk.characters), "character")}, ${countOf(Number(chunk.terms), "term")}, ${chunk.has_vector ? "a vector" : "no vector"}, sha256 ${short(chunk.body_sha256)}, run ${chunk.ingest_run_id}`,
    ),
    "",
    node ? `graph node ${node.label}` : "no graph node: its kind is no part of the graph",
    ...cut(edges.map(edgeText)),
  ];
  return lines.map((line) => clip(printable(line, { singleLine: false }).replaceAll("\n", " "), columns)).join("\n");
}

function bodyLines(body: unknown): string[] {
  const lines = JSON.stringify(body, null, 2).split("\n");
  const rest = lines.length - BODY_LINES;
  return [...lines.slice(0, BODY_LINES).map((line) => `  ${line}`), ...(rest > 0 ? [`  ... ${rest} more lines`] : [])];
}

function references({ references: own, referredBy }: RowProvenance): string[] {
  return [
    ...(own.length > 0 ? ["", `references ${own.length}`, ...cut(own.flatMap(referenceLines))] : []),
    ...(referredBy.length > 0
      ? [
          "",
          `referred to by ${referredBy.length}`,
          ...cut(
            referredBy.map(
              (row) =>
                `  ${row.source_id}  ${flat(row.raw_reference)}  [${row.rule}, from ${from(row)}, run ${row.ingest_run_id}]`,
            ),
          ),
        ]
      : []),
  ];
}

function referenceLines(row: Row): string[] {
  const normalised = row.normalised === row.raw_reference ? "" : ` -> ${flat(row.normalised)}`;
  const outcome = row.target_id
    ? `-> ${row.target_id}  kind ${row.kind}, rule: ${row.rule}`
    : `unresolved, ${row.problem}: ${row.reason}`;
  return [`  ${flat(row.raw_reference)}${normalised}`, `    ${outcome}  [from ${from(row)}, run ${row.ingest_run_id}]`];
}

function from({ origin }: Row): string {
  return origin === "link" ? "a recorded link" : "the payload";
}

function edgeText(edge: Row): string {
  const source = edge.link_id ? `raw link ${edge.link_id}` : edge.derived ? "derived" : `payload ${edge.payload_id}`;
  return `  (${edge.from_id})-[${edge.relationship}]->(${edge.to_id})  ${source}, run ${edge.ingest_run_id}`;
}

function cut(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN;
  return rest > 0 ? [...lines.slice(0, SHOWN), `  ... ${countOf(rest, "more line")}; --json has all`] : [...lines];
}

function flat(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
}

function short(hash: unknown): string {
  return String(hash).slice(0, 12);
}
