import { describe } from "vitest";
import type { Protocol, Row } from "./row.ts";
import { ANTHROPIC } from "./rows/anthropic.ts";
import { ALL_PROTOCOLS, ERRORS } from "./rows/errors.ts";
import { framingRows } from "./rows/framing.ts";
import { GOOGLE } from "./rows/google.ts";
import { OPENAI_CHAT } from "./rows/openai-chat.ts";
import { OPENAI_RESPONSES } from "./rows/openai-responses.ts";
import { runRows } from "./run-rows.ts";

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
