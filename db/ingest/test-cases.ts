import type { Row } from "../ports.ts";
import { contentHash, type MappedArtifact, metaText, otherMeta } from "./corpus-rows.ts";
import { nameOf, testCaseTexts } from "./entity-text.ts";
import { splitSections } from "./sections.ts";

const KNOWN_META = [
  "description",
  "quality_area",
  "execution_context",
  "automated_suite",
  "instructions",
  "references",
] as const;

/** A test case, its instructions split into typed sections. */
export function testCaseRow(artifact: MappedArtifact): Row {
  const { description, instructions } = testCaseTexts(artifact);
  return {
    test_case_id: artifact.id,
    name: nameOf(artifact),
    description,
    quality_area: metaText(artifact, "quality_area"),
    execution_context: metaText(artifact, "execution_context"),
    automated_suite: metaText(artifact, "automated_suite"),
    instructions,
    sections: splitSections(instructions),
    attributes: otherMeta(artifact, KNOWN_META),
    content_hash: contentHash(artifact),
  };
}
