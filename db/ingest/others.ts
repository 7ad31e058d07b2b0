import type { Row } from "../ports.ts";
import { contentHash, type MappedArtifact } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

/** An artifact without a role: searchable, and no part of the graph. */
export function otherRow(artifact: MappedArtifact): Row {
  return {
    artifact_id: artifact.id,
    artifact_type: artifact.type,
    name: nameOf(artifact),
    body: artifact.text,
    attributes: artifact.meta,
    content_hash: contentHash(artifact),
  };
}
