import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";
import { renderPreview } from "../../../agent/tools/preview.ts";
import type { CallRecord } from "../../../agent/turns/call-log.ts";
import { forWriter } from "../../../agent/workflows/retrieval/for-writer.ts";
import { hitsIn, type State } from "../../../agent/workflows/retrieval/state.ts";

const rowOf = (at: number, letters: number) => ({
  ...{ id: `TC-${at}`, type: "test_case", title: `title ${at}`, score: 1 / (at + 1) },
  snippet: "word ".repeat(letters / 5),
});

/** One turn that retrieved rows of so many letters, kept as a retrieval keeps them. */
function retrieved(rows: object[], kept = { previewRows: 100, previewChars: 128_000 }): State {
  const { text } = renderPreview({
    ...{
      path: "/results/000-vector_search.json",
      rows: rows as never,
      total: rows.length,
      cut: false,
      facts: { n: 1 },
    },
    limits: kept,
  });
  const artifact = { index: 0, turn: 0, tool: "vector_search", arguments: {} } as CallRecord;
  const result = new ToolMessage({ content: text, artifact, tool_call_id: "retrieval-0" });
  const step = { turn: 0, node: "retrieve" as const, startMs: 0, durationMs: 0, call: 0 };
  return {
    messages: [new HumanMessage("which?"), result],
    steps: [{ ...step, ids: hitsIn([result]).map(({ id }) => id) }],
  };
}

const rowsIn = (state: State, depth: number | null) => {
  const [, shown] = forWriter(state, { answeredFrom: depth, roomChars: Number.POSITIVE_INFINITY });
  return JSON.parse(shown!.text) as { rows: object[]; shown: number; truncated: boolean };
};

it.each([10, 20, 50, 100])(
  "of %i answered from each row is shown with the same letters: depth is not measured by what is cut",
  (depth) => {
    const state = retrieved(Array.from({ length: 100 }, (_row, at) => rowOf(at, 600)));
    const { rows, shown, truncated } = rowsIn(state, depth);
    expect(rows).toEqual(Array.from({ length: depth }, (_row, at) => rowOf(at, 600)));
    expect([shown, truncated]).toEqual([depth, false]);
  },
);

it("of all that is found 16,000 characters are shown, cut as if no more had been kept", () => {
  for (const letters of [100, 400, 1000, 5000]) {
    const rows = Array.from({ length: 50 }, (_row, at) => rowOf(at, letters));
    const shown = forWriter(retrieved(rows), { answeredFrom: null, roomChars: Number.POSITIVE_INFINITY })[1]!.text;
    const alone = renderPreview({
      ...{ path: "/results/000-vector_search.json", rows, total: 50, cut: false, facts: { n: 1 } },
      limits: { previewRows: 50, previewChars: 16_000 },
    });
    expect(shown).toBe(alone.text);
  }
});
