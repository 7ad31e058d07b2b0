import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { artifactsOf, contentHash, type MappedArtifact, metaText, otherMeta } from "./corpus-rows.ts";
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

/** Test cases to canon, their instructions split into typed sections. */
export async function storeTestCases({ sql, rows, ingestRunId, progress }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "canon.test_case",
    rows: artifactsOf(rows, "test_case").map(({ artifact, payloadId }) => ({
      ...testCaseRow(artifact),
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
    })),
    onProgress: (done, total) => progress("canonical", total + done, 2 * total),
  });
}

function testCaseRow(artifact: MappedArtifact) {
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
