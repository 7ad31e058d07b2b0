import { expect, test } from "vitest";
import {
  countReasons,
  endingOf,
  explainEnding,
  sayError,
  sayReasons,
} from "../../../../harness/record/domain/ending.ts";

test("an agent's error is told with its reason, every other ending by itself", () => {
  expect(endingOf({ outcome: "agent_error", failure: "context_overflow" })).toBe("agent error: context_overflow");
  expect(endingOf({ outcome: "agent_error", failure: null })).toBe("agent error");
  expect(endingOf({ outcome: "timeout", failure: "time_limit" })).toBe("timeout");
  expect(endingOf({ outcome: "success", failure: "none" })).toBe("success");
});

test("one execution's ending says what the reason means", () => {
  expect(explainEnding({ outcome: "agent_error", error: { code: "provider_422", message: "x" } })).toBe(
    "agent error: bad_request (the server did not accept the request)",
  );
  expect(explainEnding({ outcome: "success" })).toBe("success");
});

test("reasons are counted, summed over configurations, and told most frequent first", () => {
  const counts = countReasons(["length", "context_overflow", "length"]);
  expect(counts).toEqual({ context_overflow: 1, length: 2 });
  expect(sayReasons([counts, undefined, { context_overflow: 1234 }])).toBe("1,235 context_overflow, 2 length");
  expect(sayReasons([undefined, {}])).toBe("");
});

test("an error is told by its reason, and by its code where that says more", () => {
  expect(sayError({ code: "provider_429", message: "slow down" })).toBe("rate_limit (provider_429): slow down");
  expect(sayError({ code: "length", message: "cut" })).toBe("length: cut");
  expect(sayError({ code: "TypeError", message: "x" })).toBe("TypeError: x");
});
