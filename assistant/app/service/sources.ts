import { request } from "./client.ts";

/** A live source that can be ticked. */
export interface OfferedSource {
  name: string;
  kind: string;
  isStandIn: boolean;
}

/** An item of a source, and what hangs below it. */
export interface PlacedItem {
  id: string;
  title: string;
  text: string;
  /** Where the source shows it; its own words, so anything. */
  address: string;
  container: string;
  author: { name: string } | null;
  updatedAt: string | null;
  parts: readonly PlacedItem[];
  truncated: { shown: number; of: number | null } | null;
}

/** Tokens of the sources that are ticked, by name. They live as long as the page: no storage holds them. */
export type SourceTokens = Readonly<Record<string, string>>;

export function readSources(): Promise<OfferedSource[]> {
  return request<OfferedSource[]>("/sources");
}

/** What an item stands in, with the cited one in it: as its source shows it to the token's owner now. @throws ServiceError */
export function openInPlace(source: string, body: { id: string; token: string }) {
  return request<{ item: PlacedItem; cited: string }>(`/sources/${encodeURIComponent(source)}/open`, {
    method: "POST",
    body,
  });
}
