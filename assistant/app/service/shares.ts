import type { Coverage } from "../scope/coverage.ts";
import type { ScopeDecision } from "../scope/scope-items.ts";
import { request } from "./client.ts";
import type { Values } from "./wire.ts";

/** A link by which a thread can be read. */
export interface Share {
  share_id: string;
  author: string;
  created_at: string;
  expires_at: string;
}

/** What a link shows. */
export interface SharedThread {
  updated_at: string;
  status: string;
  values: Values;
  scopes: { key: string; value: ScopeDecision }[];
  /** As it was when a link was last made, by answer. */
  coverage: { key: string; value: Coverage }[];
}

export function listShares(threadId: string): Promise<Share[]> {
  return request(`/threads/${threadId}/shares`);
}

/** The token is told this once. */
export function makeShare(threadId: string, days: number): Promise<Share & { token: string }> {
  return request(`/threads/${threadId}/shares`, { method: "POST", body: { days } });
}

export function revokeShare(threadId: string, shareId: string): Promise<void> {
  return request(`/threads/${threadId}/shares/${shareId}`, { method: "DELETE" });
}

export function readShared(): Promise<SharedThread> {
  return request("/shared");
}
