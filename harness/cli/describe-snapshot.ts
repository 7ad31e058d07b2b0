import type { SubstrateManifest } from "../../db/ports.ts";
import { count, printable } from "../terminal/text.ts";

/** A snapshot for people: what is in it, what it runs on, what was guessed. */
export function describeSnapshot({ mapping, counts, backEnds, snapshotHash, notes }: SubstrateManifest): string {
  const subtypes = Object.entries(counts.backlogItemsBySubtype).map(
    ([subtype, n]) => `${count(n)} ${printable(subtype)}`,
  );
  return [
    `${printable(mapping.name)}${mapping.synthetic ? " (synthetic)" : ""}   snapshot ${snapshotHash.slice(0, 12)}`,
    `  tests ${count(counts.testCases)}, backlog ${count(counts.backlogItems)} (${subtypes.join(", ")})`,
    `  protocols ${count(counts.protocols)}, messages ${count(counts.messages)}, knowledge ${count(counts.knowledgeEntries)}, other ${count(counts.otherArtifacts)}`,
    `  trace links ${count(counts.traceLinks)}, unresolved references ${count(counts.unresolvedReferences)}`,
    `  chunks ${count(counts.chunks)}, graph ${count(counts.graphNodes)} nodes and ${count(counts.graphEdges)} edges`,
    `  ${backEnds.postgres}; BM25 ${backEnds.bm25}; vectors ${backEnds.vectorIndex}, ${backEnds.embedding} x ${backEnds.dimensions}; graph ${backEnds.graph}`,
    ...notes.map((note) => `  note: ${printable(note, { singleLine: true })}`),
  ].join("\n");
}
