import { describe, expect, it } from "vitest";
import { type Protocol, type Row, USUAL } from "./row.ts";
import { ANTHROPIC } from "./rows/anthropic.ts";
import { ALL_PROTOCOLS, ERRORS } from "./rows/errors.ts";
import { framingRows } from "./rows/framing.ts";
import { GOOGLE } from "./rows/google.ts";
import { OPENAI_CHAT } from "./rows/openai-chat.ts";
import { OPENAI_RESPONSES } from "./rows/openai-responses.ts";
import { casesOf, runCase } from "./run-row.ts";

/** What each protocol can send in each of its fields, and how a turn comes out of it. */
const TABLE: [Protocol, readonly Row[]][] = [
  ["openai-chat", OPENAI_CHAT],
  ["openai-responses", OPENAI_RESPONSES],
  ["anthropic-messages", ANTHROPIC],
  ["google-generate", GOOGLE],
  ...ALL_PROTOCOLS.map((protocol): [Protocol, readonly Row[]] => [protocol, framingRows(protocol)]),
];

/** Errors are read before the protocol matters: each form whole and streamed in one of them, once in the others. */
const ERROR_TABLE = ALL_PROTOCOLS.map((protocol) => ({ protocol, forms: protocol === "openai-chat" ? 2 : 1 }));

describe.each(TABLE)("%s", (protocol, rows) => runRows(protocol, rows));
describe.each(ERROR_TABLE)("errors of $protocol", ({ protocol, forms }) => runRows(protocol, ERRORS, forms));

function runRows(protocol: Protocol, rows: readonly Row[], forms?: number): void {
  const cases = rows.flatMap(({ sent, ...row }) =>
    casesOf(protocol, sent)
      .slice(0, forms)
      .map((each) => ({ ...row, each, how: each.streamed ? "streamed" : "whole" })),
  );
  it.each(cases)("$field: $variant, $how", async ({ each, expected }) => {
    const outcome = await runCase(protocol, each);
    if ("error" in expected) {
      expect(outcome).toMatchObject({ error: expected.error, retried: expected.retried });
      if (expected.message) expect((outcome as { message?: string }).message).toMatch(expected.message);
    } else expect(outcome).toEqual({ ...USUAL, ...expected });
  });
}
