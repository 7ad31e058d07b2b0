import { expect, test } from "vitest";
import type { Span } from "../../../../../harness/results/trace/spans.ts";
import { lineOf, sayWait, type Trace } from "../../../../../reports/src/components/trace/span-text.ts";

test("a wait in a server's queue is no retry", () => {
  expect(sayWait({ reason: "server_queue", ms: 12_300 })).toBe("waited 12.3 s in the server's own queue");
  expect(sayWait({ reason: null, ms: 500 })).toBe("waited 0.50 s for its turn at the provider's limit");
  expect(sayWait({ reason: "429", ms: 2_000 })).toBe("retried after 429, 2.00 s later");
});

test("the line of a model call says how long it stood in queues, and nothing of one that did not", () => {
  const span = { type: "request", request: 0, of: 1, answer: null, added: [] } as unknown as Span;
  const said = (waits: { reason: string | null; ms: number }[]) => {
    const trace = { requests: [{ index: 0, purpose: "answer", waits }], messages: [] } as unknown as Trace;
    return lineOf(span, { trace, scenario: { turns: [] } as never }).words;
  };
  expect(
    said([
      { reason: "server_queue", ms: 12_000 },
      { reason: null, ms: 500 },
    ]),
  ).toBe("answers, 12.5 s in queues");
  expect(said([{ reason: "429", ms: 900 }])).toBe("answers");
});
