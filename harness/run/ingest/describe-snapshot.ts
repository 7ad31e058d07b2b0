import { count, countOf } from "../../../base/counts.ts";
import type { SubstrateManifest } from "../../../db/ports/substrate-manifest.ts";
import { printable } from "../../print/text.ts";

/** A snapshot for people: what is in it, what it runs on, what was guessed. */
export function describeSnapshot(manifest: SubstrateManifest): string {
  const { mapping, counts, back_ends: backEnds, snapshot_hash: snapshotHash, notes } = manifest;
  const subtypes = Object.entries(counts.backlog_items_by_subtype).map(
    ([subtype, n]) => `${count(n)} ${printable(subtype)}`,
  );
  return [
    `${printable(mapping.name)}${mapping.synthetic ? " (synthetic)" : ""}   snapshot ${snapshotHash.slice(0, 12)}`,
    `  tests ${count(counts.test_cases)}, backlog ${count(counts.backlog_items)} (${subtypes.join(", ")})`,
    `  protocols ${count(counts.protocols)}, messages ${count(counts.messages)}, knowledge ${count(counts.knowledge_entries)}, other ${count(counts.other_artifacts)}`,
    `  trace links ${count(counts.trace_links)}, unresolved references ${count(counts.unresolved_references)}`,
    `  chunks ${count(counts.chunks)}, graph ${countOf(counts.graph_nodes, "node")} and ${countOf(counts.graph_edges, "edge")}`,
    `  ${backEnds.postgres}; BM25 ${backEnds.bm25}; vectors ${backEnds.vector_index}, ${backEnds.embedding} x ${backEnds.dimensions}; graph ${backEnds.graph}`,
    ...modelLines(manifest),
    ...notes.map((note) => `  note: ${printable(note, { singleLine: true })}`),
  ].join("\n");
}

/** What was asked of models, and how well an approximate index finds. */
function modelLines({ hnsw, embedding_usage: usage, enrichment }: SubstrateManifest): string[] {
  const lines: string[] = [];
  if (hnsw)
    lines.push(
      `  HNSW recall@10 ${hnsw.recall_at10.toFixed(4)} over ${countOf(hnsw.queries, "query", "queries")}${hnsw.index_used ? "" : "; so small that the table is read instead"}`,
    );
  if (usage)
    lines.push(
      `  embedding: ${countOf(usage.requests, "request")}, ${usage.tokens === null ? "tokens not known" : countOf(usage.tokens, "token")}, ${usage.cost_usd === null ? "cost not known" : `$${usage.cost_usd.toFixed(4)}`}`,
    );
  if (enrichment)
    lines.push(
      `  enrichment by ${printable(enrichment.model)}: ${countOf(enrichment.cached + enrichment.answered, "text")}, ${count(enrichment.left)} left, ${count(enrichment.conflicts)} conflicts with the patterns`,
    );
  return lines;
}
