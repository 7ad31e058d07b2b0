import { expect, it } from "vitest";
import { nothingFound, type Reached } from "../../../../agent/policy-models/deciding/what-is-said-of-links.ts";
import type { Anchor } from "../../../../agent/policy-models/deciding/which-items-are-meant.ts";
import { FoundTests } from "../../../../agent/policy-models/found-tests.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";

const anchor = (id: string): Anchor => ({
  ...{ id, title: "", type: "backlog_item", at: 0, called: id, excluded: false, record: null, path: null },
});
const found = (...ids: string[]) => new FoundTests(ids.map((id) => ({ id, title: "", evidence: [] })));
const reached = (findings: FoundTests, hasOtherLinks = false): Reached => ({
  ...{ findings, extent: "seen", deep: false, noneDirectly: false, hasOtherLinks },
});
const question = readQuestion("Which tests are linked to these?", { later: false });
const [REQ_1, REQ_2] = [anchor("REQ-1"), anchor("REQ-2")];

it("claims no absence where other links, which were not followed, join an item to further records", () => {
  const of = (one: Reached) =>
    nothingFound(
      { wanted: [REQ_1], unwanted: [] },
      { linked: found(), question, held: [], wanted: [one], unwanted: [] },
    );
  expect(of(reached(found()))).toBe("no test case is linked directly to REQ-1.");
  expect(of(reached(found(), true))).toMatch(/^other links join REQ-1 to further records; .* is not known\.$/);
});

it("says how many each of two has where none has both", () => {
  const sides = { wanted: [REQ_1, REQ_2], unwanted: [] };
  const results = [reached(found("TC-1", "TC-2")), reached(found("TC-3"))];
  expect(nothingFound(sides, { linked: found(), question, held: [], wanted: results, unwanted: [] })).toBe(
    "no test case is linked directly to REQ-1 and to REQ-2 together; linked to each: REQ-1: 2 directly; REQ-2: 1 directly.",
  );
});

it("says how many there are and by which conditions none of them is left", () => {
  const linked = found("TC-1", "TC-2");
  const nothing = (held: readonly string[]) =>
    nothingFound(
      { wanted: [REQ_1], unwanted: [] },
      { question, linked, held, wanted: [reached(linked)], unwanted: [] },
    );
  expect(nothing(["not automated suite nightly"])).toBe(
    "2 test cases are linked directly to REQ-1; going by what was read of their records, none of them has this: not automated suite nightly.",
  );
  expect(nothing([])).toBe(
    "2 test cases are linked directly to REQ-1; going by what was read of their records, none of them has this: what else was asked.",
  );
});
