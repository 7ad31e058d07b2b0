import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../../../base/providers/retry-after.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

function wait(headers: Record<string, string>, { status = 429, body = "" } = {}): number | undefined {
  return retryAfterMs({ status, headers: new Headers(headers), body }, NOW);
}

describe("retryAfterMs", () => {
  it.each([
    ["milliseconds before seconds", { "retry-after-ms": "250", "retry-after": "1" }, 250],
    ["0 milliseconds says nothing (Azure)", { "retry-after-ms": "0", "retry-after": "1" }, 1_000],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5_000],
    ["a date that has passed", { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, 0],
    ["epoch milliseconds (OpenRouter)", { "x-ratelimit-reset": String(NOW + 7_000) }, 7_000],
    ["epoch seconds", { "x-ratelimit-reset": String(NOW / 1000 + 7) }, 7_000],
    ["a duration (Groq)", { "x-ratelimit-reset-requests": "12m57.6s" }, 777_600],
    ["a short duration (OpenAI)", { "x-ratelimit-reset-tokens": "2ms" }, 2],
    ["an ISO time (Anthropic)", { "anthropic-ratelimit-tokens-reset": "2026-01-01T00:00:09Z" }, 9_000],
    [
      "the longest of the limits that are used up",
      {
        "x-ratelimit-remaining-requests": "3",
        "x-ratelimit-reset-requests": "1h",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "4s",
      },
      4_000,
    ],
    ["no more than a timer can wait, which else would be over at once", { "retry-after": "9999999" }, 2 ** 31 - 1],
    ["a reset that has passed", { "x-ratelimit-reset": String(NOW - 1) }, undefined],
    ["nothing", {}, undefined],
    ["what nobody can read", { "retry-after": "soon", "x-ratelimit-reset": "later" }, undefined],
  ])("%s", (_what, headers, expected) => {
    expect(wait(headers as Record<string, string>)).toBe(expected);
  });

  it("reads Google's retryDelay and OpenRouter's headers from the body", () => {
    const google = { error: { details: [{ "@type": "x" }, { retryDelay: "48s" }] } };
    expect(wait({}, { body: JSON.stringify(google) })).toBe(48_000);
    const openRouter = { error: { metadata: { headers: { "X-RateLimit-Reset": String(NOW + 500) } } } };
    expect(wait({}, { body: JSON.stringify(openRouter) })).toBe(500);
  });

  it("takes reset times for a request to wait on 429 alone", () => {
    expect(wait({ "x-ratelimit-reset": "5" }, { status: 503 })).toBeUndefined();
  });
});
