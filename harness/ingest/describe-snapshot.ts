import { count, countOf } from "../../base/counts.ts";
import type { SubstrateManifest } from "../../db/substrate-manifest.ts";
import { printable } from "../terminal/text.ts";

/** A snapshot for people: what is in it, what it runs on, what was guessed. */
export function describeSnapshot(manifest: SubstrateManifest): string {
  const { mapping, counts, backEnds, snapshotHash, notes } = manifest;
  const subtypes = Object.entries(counts.backlogItemsBySubtype).map(
    ([subtype, n]) => `${count(n)} ${printable(subtype)}`,
  );
  return [
    `${printable(mapping.name)}${mapping.synthetic ? " (synthetic)" : ""}   snapshot ${snapshotHash.slice(0, 12)}`,
    `  tests ${count(counts.testCases)}, backlog ${count(counts.backlogItems)} (${subtypes.join(", ")})`,
    `  protocols ${count(counts.protocols)}, messages ${count(counts.messages)}, knowledge ${count(counts.knowledgeEntries)}, other ${count(counts.otherArtifacts)}`,
    `  trace links ${count(counts.traceLinks)}, unresolved references ${count(counts.unresolvedReferences)}`,
    `  chunks ${count(counts.chunks)}, graph ${countOf(counts.graphNodes, "node")} and ${countOf(counts.graphEdges, "edge")}`,
    `  ${backEnds.postgres}; BM25 ${backEnds.bm25}; vectors ${backEnds.vectorIndex}, ${backEnds.embedding} x ${backEnds.dimensions}; graph ${backEnds.graph}`,
    ...modelLines(manifest),
    ...notes.map((note) => `  note: ${printable(note, { singleLine: true })}`),
  ].join("\n");
}

/** What was asked of models, and how well an approximate index finds. */
function modelLines({ hnsw, embeddingUsage: usage, enrichment }: SubstrateManifest): string[] {
  const lines: string[] = [];
  if (hnsw)
    lines.push(
      `  HNSW recall@10 ${hnsw.recallAt10.toFixed(4)} over ${countOf(hnsw.queries, "query", "queries")}${hnsw.indexUsed ? "" : "; so small that the table is read instead"}`,
    );
  if (usage)
    lines.push(
      `  embedding: ${countOf(usage.requests, "request")}, ${usage.tokens === null ? "tokens not known" : countOf(usage.tokens, "token")}, ${usage.costUsd === null ? "cost not known" : `$${usage.costUsd.toFixed(4)}`}`,
    );
  if (enrichment)
    lines.push(
      `  enrichment by ${printable(enrichment.model)}: ${countOf(enrichment.cached + enrichment.answered, "text")}, ${count(enrichment.left)} left, ${count(enrichment.conflicts)} conflicts with the patterns`,
    );
  return lines;
}
