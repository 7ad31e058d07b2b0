import { describe, expect, it } from "vitest";
import type { Protocol, Row } from "./row.ts";
import { USUAL } from "./row.ts";
import { OPENAI_CHAT } from "./rows/openai-chat.ts";
import { casesOf, runCase } from "./run-row.ts";

const TABLE: [Protocol, readonly Row[]][] = [["openai-chat", OPENAI_CHAT]];

describe.each(TABLE)("%s", (protocol, rows) => {
  const cases = rows.flatMap(({ sent, ...row }) =>
    casesOf(protocol, sent).map((each) => ({ ...row, each, how: each.streamed ? "streamed" : "whole" })),
  );
  it.each(cases)("$field: $variant, $how", async ({ each, expected }) => {
    const outcome = await runCase(protocol, each);
    if ("error" in expected) {
      expect(outcome).toMatchObject({ error: expected.error, retried: expected.retried });
      if (expected.message) expect((outcome as { message?: string }).message).toMatch(expected.message);
    } else expect(outcome).toEqual({ ...USUAL, ...expected });
  });
});
