import { expect, it } from "vitest";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import type { Extraction } from "../../../../../harness/record/domain/records.ts";
import { inCorpusIds } from "../../../../../harness/run/stages/extract/extraction.ts";

const ids = idReader(["TC-1", "TC-2", "test_login"], { idPatterns: [{ pattern: "TC-\\d+" }] });
const read = (changes: Partial<Extraction>) => {
  const { ranked_ids, abstained, coverage_gaps } = inCorpusIds(
    { final_text: "", ranked_ids: [], abstained: false, coverage_gaps: null, ...changes } as Extraction,
    ids,
  );
  return { ranked_ids, abstained, coverage_gaps };
};

it("a list of the text is read with what the corpus knows, and is then no abstention", () => {
  const final_text =
    "No supported recommendation: of the rest.\n## Recommended\n- test_login: why\n- tc\u20111\n- `TC\u20119`\n- TC 1";
  expect(read({ final_text, ranked_ids: ["TC\u20119"] }).ranked_ids).toEqual(["TC-9"]);
  const text = "No supported recommendation: of the rest.\n## Recommended\n1. test_login: why\n2. TC 1\n3. test_login";
  expect(read({ final_text: text, abstained: true })).toEqual({
    ...{ ranked_ids: ["test_login", "TC-1"], abstained: false, coverage_gaps: null },
  });
});

it("a list that an agent gives beside its text keeps its order, and each id stands in it once", () => {
  const given = { final_text: "I found some.", ranked_ids: ["tc-2", "other", "TC\u20111", "TC-2"], abstained: false };
  expect(read({ ...given, coverage_gaps: ["TC 1", "F 1"] })).toEqual({
    ...{ ranked_ids: ["TC-2", "other", "TC-1"], abstained: false, coverage_gaps: ["TC-1", "F 1"] },
  });
  expect(read({ abstained: true, final_text: "None.", ranked_ids: [] }).abstained).toBe(true);
});
