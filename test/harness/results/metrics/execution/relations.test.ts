import { expect, test } from "vitest";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import type { TracedCase } from "../../../../../harness/results/metrics/execution/case.ts";
import {
  inventedRelations,
  relationClaims,
  relationGrounding,
} from "../../../../../harness/results/metrics/execution/relations.ts";
import { ID_PATTERNS } from "../../../run-fixture/scenarios.ts";

interface Call {
  family?: string;
  arguments?: unknown;
  status?: "success" | "error";
  result: unknown;
}

function traced(list: string[], calls: Call[]): TracedCase {
  const toolCalls = calls.map(({ family = "trace_link", arguments: given = {}, status = "success", result }) => ({
    family,
    arguments: given,
    status,
    preview: "",
    result: typeof result === "string" ? result : JSON.stringify(result),
  }));
  const finalText = ["## Recommended", ...list.map((text, at) => `${at + 1}. ${text}`)].join("\n");
  return {
    ids: idReader([], { idPatterns: ID_PATTERNS }),
    extraction: { final_text: finalText, tool_calls: toolCalls },
  } as never as TracedCase;
}

const supported = (list: string[], calls: Call[]) =>
  relationClaims(traced(list, calls)).map((claim) => claim.supported);
const CLAIM = ["`TC-00001` - linked to FEA-1001 [S1]"];

test("a relation that one record holds is supported, whatever the tool", () => {
  const rows = [{ test_case_id: "TC-00001", linked_id: "FEA-1001" }];
  expect(supported(CLAIM, [{ family: "keyword", result: { rows } }])).toEqual([true]);
});

test("two real ids in different records are an invented relation", () => {
  const rows = [
    { test_case_id: "TC-00001", linked_id: "FEA-1002" },
    { test_case_id: "TC-00002", linked_id: "FEA-1001" },
  ];
  const one = traced(CLAIM, [{ result: { rows } }]);
  expect(relationClaims(one)).toEqual([{ id: "TC-00001", related: "FEA-1001", supported: false }]);
  expect([relationGrounding.compute(one), inventedRelations.compute(one)]).toEqual([0, 1]);
});

test("a relating tool asked about one id relates it to its records, a search does not, nor a question about several", () => {
  const rows = [{ id: "TC-00001" }];
  const asked = { arguments: { id: "FEA-1001" }, result: { rows } };
  expect(supported(CLAIM, [{ ...asked, family: "graph" }])).toEqual([true]);
  expect(supported(CLAIM, [{ ...asked, family: "hybrid" }])).toEqual([false]);
  expect(supported(CLAIM, [{ ...asked, arguments: { ids: ["FEA-1001", "FEA-1002"] } }])).toEqual([false]);
});

test("an item of two ids makes its claims once", () => {
  const claims = relationClaims(traced(["`TC-00001`, `TC-00002` - linked to FEA-1001"], []));
  expect(claims.map(({ related }) => related)).toEqual(["TC-00002", "FEA-1001"]);
});

test("a failed call supports nothing", () => {
  const rows = [{ a: "TC-00001", b: "FEA-1001" }];
  expect(supported(CLAIM, [{ status: "error", result: { rows } }])).toEqual([false]);
});

test("a chain over ids of the same line holds, over ids that the line leaves out it does not", () => {
  const rows = [
    { a: "TC-00001", b: "FEA-1001" },
    { a: "FEA-1001", b: "REQ-1002" },
  ];
  expect(supported(["`TC-00001` - linked to FEA-1001, part of REQ-1002"], [{ result: { rows } }])).toEqual([
    true,
    true,
  ]);
  expect(supported(["`TC-00001` - part of REQ-1002"], [{ result: { rows } }])).toEqual([false]);
});

test("a text result counts line by line; a list without related ids claims nothing", () => {
  expect(supported(CLAIM, [{ result: "TC-00001 FEA-1001\nTC-00002" }])).toEqual([true]);
  expect(supported(CLAIM, [{ result: "TC-00001\nFEA-1001" }])).toEqual([false]);
  expect(relationGrounding.compute(traced(["`TC-00001` - fits"], []))).toBe("no_relations_in_answer");
});
