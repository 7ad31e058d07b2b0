import { expect, test } from "vitest";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import type { TracedCase } from "../../../../../harness/results/metrics/execution/case.ts";
import { evidenceAgreement } from "../../../../../harness/results/metrics/execution/evidence.ts";
import { ID_PATTERNS } from "../../../run-fixture/scenarios.ts";

const agreement = (ranked: string[], calls: [family: string, result: string, status?: "error"][]) =>
  evidenceAgreement.compute({
    ranked,
    ids: idReader([], { idPatterns: ID_PATTERNS }),
    extraction: { tool_calls: calls.map(([family, result, status = "success"]) => ({ family, result, status })) },
  } as never as TracedCase);

test("families that hold an id count once each, failed calls and re-reading not at all", () => {
  const calls: Parameters<typeof agreement>[1] = [
    ["keyword", "TC-00001 TC-00002"],
    ["keyword", "TC-00001"],
    ["sql", "TC-00001"],
    ["graph", "TC-00002", "error"],
    ["artifact", "TC-00002"],
  ];
  expect(agreement(["TC-00001"], calls)).toBe(2);
  expect(agreement(["TC-00001", "TC-00002", "TC-00003"], calls)).toBe(1);
});

test("an id is not found inside a longer one; no recommendation is unscored", () => {
  expect(agreement(["TC-00001"], [["sql", "TC-00001-2"]])).toBe(0);
  expect(agreement([], [["sql", "TC-00001"]])).toBe("no_recommendation");
});
