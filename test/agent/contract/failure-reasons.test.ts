import { expect, test } from "vitest";
import { FAILURE_REASON_NAMES, failureReason, reasonOfCode } from "../../../agent/contract/failure-reasons.ts";
import { nonEmpty } from "../../non-empty.ts";

test.each([
  ["context_overflow", "context_overflow"],
  ["provider_429", "rate_limit"],
  ["provider_quota", "quota"],
  ["provider_401", "credentials"],
  ["provider_418", "bad_request"],
  ["provider_500", "server_error"],
  ["provider_529", "overloaded"],
  ["provider_timeout", "no_response"],
  ["subject_crashed", "agent_crashed"],
  ["turn_cutoff", "time_limit"],
  ["constructor", "unknown"],
  ["a code of a later version", "unknown"],
])("an error %s has the reason %s", (code, reason) => {
  expect(reasonOfCode(code)).toBe(reason);
});

test("a reason's own name is its code", () => {
  for (const name of nonEmpty(FAILURE_REASON_NAMES)) expect(reasonOfCode(name)).toBe(name);
});

test("what failed has one reason, recorded or not; what succeeded or is missing has none", () => {
  expect(failureReason("success", undefined)).toBeNull();
  expect(failureReason("missing", undefined)).toBeNull();
  expect(failureReason("timeout", undefined)).toBe("time_limit");
  expect(failureReason("cascaded_failure", undefined)).toBe("earlier_turn");
  expect(failureReason("agent_error", undefined)).toBe("unknown");
  expect(failureReason("agent_error", { code: "length" })).toBe("length");
});
