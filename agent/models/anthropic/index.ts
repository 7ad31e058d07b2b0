import type { Dialect } from "../transport/dialect.ts";
import { objectsOf } from "../transport/json.ts";
import { assembleMessage } from "./stream.ts";

/** Anthropic's `POST /messages`. */
export const anthropicMessages: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true } }),
  assemble: assembleMessage,
  // Content may be missing on a refusal; the client needs a list.
  normalize: (body) => ({ ...body, content: objectsOf(body.content) }),
};
