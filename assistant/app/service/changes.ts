import type { FoundChange } from "../../change/found-change.ts";
import { request, sendText } from "./client.ts";

/** What a text says of a change, and what the records have of it. */
export function readChange(text: string): Promise<FoundChange> {
  return request("/changes/read", { method: "POST", body: { text } });
}

/** A file that goes with a question. */
export function keepFile(threadId: string, { path, text }: { path: string; text: string }): Promise<void> {
  return sendText(`/threads/${threadId}/files/content?path=${encodeURIComponent(path)}`, text);
}
