import { describe, expect, it } from "vitest";
import { makeCorpus } from "../../db/corpora/make-corpus.ts";
import type { CorpusMapping } from "../../db/ports/corpus.ts";
import { describeCorpus } from "../../import/describe.ts";

const mapping: CorpusMapping = {
  name: "small",
  synthetic: false,
  artifactTypes: { t: { role: "test_case" }, r: { role: "backlog_item", subtype: "requirement" } },
  linkKinds: { checks: { role: "reference" } },
  idPatterns: [{ role: "backlog_item", pattern: "R-\\d+", example: "R-1" }],
};
const artifact = (id: string, type: string, text: string, meta: Record<string, unknown> = {}) => ({
  id,
  type,
  title: id,
  text,
  meta,
});

describe("describing a corpus", () => {
  it("counts a pair once that stands in a row and in a raw reference, and counts what leads nowhere", () => {
    const artifacts = [
      artifact("T-1", "t", "a", { references: ["R-1 (v2)", "R-2 [see note]", "R-99"] }),
      artifact("T-2", "t", "abc"),
      artifact("R-1", "r", ""),
      artifact("R-2", "r", ""),
      artifact("R-3", "r", ""),
      artifact("X", "unknown", ""),
    ];
    const links = [{ sourceId: "T-1", targetId: "R-1", kind: "checks" }];
    expect(describeCorpus(makeCorpus({ mapping, artifacts, links, notes: ["n"] }))).toMatchObject({
      byRole: { backlog_item: 3, other: 1, test_case: 2 },
      backlogBySubtype: { requirement: 3 },
      linksByRole: { reference: 1 },
      rawReferences: 3,
      unresolvedReferences: 1,
      traceLinks: 2,
      testsWithoutBacklog: 1,
      backlogWithoutTests: 1,
      textLength: { test_case: { min: 1, median: 1, max: 3 } },
      notes: ["n"],
    });
  });
});
