import { type Json, type Protocol, type Row, row } from "../row.ts";
import { STREAMS, sse } from "../streams.ts";

/** The same small answer in each protocol. */
const ANSWERS: Record<Protocol, Json> = {
  "openai-chat": {
    id: "1",
    model: "m-1",
    choices: [{ index: 0, message: { content: "Größe 😀" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 2 },
  },
  "openai-responses": {
    id: "1",
    model: "m-1",
    status: "completed",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Größe 😀" }] }],
    usage: { input_tokens: 10, output_tokens: 2 },
  },
  "anthropic-messages": {
    id: "1",
    type: "message",
    role: "assistant",
    model: "m-1",
    content: [{ type: "text", text: "Größe 😀" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 10, output_tokens: 2 },
  },
  "google-generate": {
    candidates: [{ index: 0, content: { parts: [{ text: "Größe 😀" }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2 },
    modelVersion: "m-1",
  },
};

const SAID = { text: "Größe 😀" };
const TYPE = "text/event-stream";

/** What the frame of a stream can look like, whatever is in it. */
export function framingRows(protocol: Protocol): Row[] {
  const body = ANSWERS[protocol];
  const events = STREAMS[protocol](body);
  const text = sse(events);
  const stream = (raw: string, more: Json = {}) => ({ raw, type: TYPE, ...more });
  return [
    row(
      "frame",
      "comments and pings between events",
      stream(
        `: hello\n\n${text.replaceAll("\n\n", "\n\n: keep-alive\n\nevent: ping\ndata: {}\n\nevent: heartbeat\ndata: still here\n\n")}`,
      ),
      SAID,
    ),
    row("frame", "CRLF", stream(text.replaceAll("\n", "\r\n")), SAID),
    row("frame", "CR", stream(text.replaceAll("\n", "\r")), SAID),
    row("frame", "no blank behind the colon", stream(text.replaceAll("data: ", "data:")), SAID),
    row(
      "frame",
      "data over several lines",
      stream(
        sse(
          events.map((event: Json) =>
            typeof event === "string" ? event : `${JSON.stringify(event, null, 1).replaceAll(/^/gm, "data: ")}\n\n`,
          ),
        ),
      ),
      SAID,
    ),
    row(
      "frame",
      "id and retry fields, blanks behind the JSON",
      stream(text.replaceAll("\n\n", "   \nid: 7\nretry: 100\n\n")),
      SAID,
    ),
    row("frame", "no final blank line", stream(text.trimEnd()), SAID),
    row("frame", "a byte order mark", stream(`\uFEFF${text}`), SAID),
    row("frame", "one byte at a time", stream(text, { pieces: 1 }), SAID),
    row("frame", "pieces of seven bytes, CRLF", stream(text.replaceAll("\n", "\r\n"), { pieces: 7 }), SAID),
    row(
      "frame",
      "empty data, and data that is null",
      stream(text.replace("\n\n", "\n\ndata:\n\ndata: null\n\n")),
      SAID,
    ),
    row("frame", "called JSON", { raw: text, type: "application/json; charset=utf-8" }, SAID),
    row("frame", "called nothing", { raw: text, type: "" }, SAID),
    row(
      "frame",
      "an answer that is not streamed, though asked for",
      { raw: JSON.stringify(body), type: "application/json; charset=utf-8" },
      SAID,
    ),
    row("frame", "an answer that is not streamed, called a stream", stream(JSON.stringify(body)), SAID),
    row(
      "frame",
      "a line of JSON each",
      {
        raw: events
          .filter((event: Json) => typeof event !== "string")
          .map((event: Json) => JSON.stringify(event))
          .join("\n"),
        type: "application/x-ndjson",
      },
      SAID,
    ),
    row("frame", "nothing", stream(""), { error: "provider_stream_cut", retried: true }),
    row("frame", "comments alone", stream(": hello\n\n: hello\n\n"), { error: "provider_stream_cut", retried: true }),
    row("body", "a byte order mark", { raw: `\uFEFF${JSON.stringify(body)}` }, SAID),
    row("body", "called text", { raw: JSON.stringify(body), type: "text/plain" }, SAID),
    row(
      "body",
      "a page in a 200",
      { raw: "<html><body>Bad gateway</body></html>", type: "text/html" },
      { error: "provider_unreadable", retried: true },
    ),
    row("body", "nothing in a 200", { raw: "" }, { error: "provider_unreadable", retried: true }),
    row("body", "null in a 200", { raw: "null" }, { error: "provider_unreadable", retried: true }),
    row("body", "an empty object in a 200", { raw: "{}" }, { error: "provider_no_answer", retried: true }),
    row(
      "body",
      "half an answer",
      { raw: JSON.stringify(body).slice(0, 60) },
      { error: "provider_unreadable", retried: true },
    ),
  ];
}
