import type { Row } from "../ports.ts";
import { type MappedArtifact, metaText } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

/** Terminology. */
export function knowledgeRow(artifact: MappedArtifact): Row {
  return {
    entry_id: artifact.id,
    term: nameOf(artifact),
    kind: metaText(artifact, "kind") ?? "term",
    expansion: metaText(artifact, "expansion") ?? "",
    definition: artifact.text,
  };
}
