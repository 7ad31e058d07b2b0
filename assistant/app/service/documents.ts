import { request } from "./client.ts";

/** A JSON value that a thread keeps. */
export interface ThreadDocument<Value> {
  thread_id: string;
  key: string;
  value: Value;
  /** From 1; each writing is one. */
  revision: number;
}

export interface DocumentPlace {
  threadId: string;
  kind: string;
  key: string;
}

export function readDocuments<Value>(threadId: string, kind: string): Promise<ThreadDocument<Value>[]> {
  return request(`/threads/${threadId}/documents/${kind}`);
}

/** Null where there is none. */
export async function findDocument<Value>({ threadId, kind, key }: DocumentPlace) {
  return (await readDocuments<Value>(threadId, kind)).find((document) => document.key === key) ?? null;
}

/** @param revision of the one that is replaced, 0 for none. @throws ServiceError 409 where another has been written meanwhile */
export function writeDocument<Value>(
  { threadId, kind, key }: DocumentPlace,
  value: Value,
  revision = 0,
): Promise<ThreadDocument<Value>> {
  const path = `/threads/${threadId}/documents/${kind}/${encodeURIComponent(key)}?revision=${revision}`;
  return request(path, { method: "PUT", body: value });
}

/** Of all threads, newest first. */
export function searchDocuments<Value>(kind: string): Promise<ThreadDocument<Value>[]> {
  return request("/documents/search", { method: "POST", body: { kind, limit: 1000 } });
}
