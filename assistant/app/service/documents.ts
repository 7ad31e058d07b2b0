import { request } from "./client.ts";

/** A JSON value that a thread keeps. */
export interface ThreadDocument<Value> {
  thread_id: string;
  key: string;
  value: Value;
}

export function readDocuments<Value>(threadId: string, kind: string): Promise<ThreadDocument<Value>[]> {
  return request(`/threads/${threadId}/documents/${kind}`);
}

export function writeDocument(threadId: string, { kind, key }: { kind: string; key: string }, value: unknown) {
  return request(`/threads/${threadId}/documents/${kind}/${encodeURIComponent(key)}`, { method: "PUT", body: value });
}

/** Of all threads, newest first. */
export function searchDocuments<Value>(kind: string): Promise<ThreadDocument<Value>[]> {
  return request("/documents/search", { method: "POST", body: { kind, limit: 1000 } });
}
