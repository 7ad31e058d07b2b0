import type { FoundItem } from "../../protocol/item-index.ts";
import { request } from "./client.ts";

export type { Item } from "../../protocol/item-index.ts";

export function searchItems(text: string, type?: string): Promise<FoundItem[]> {
  const query = new URLSearchParams({ q: text, limit: "12", ...(type && { type }) });
  return request(`/items?${query}`);
}

/** What a type of record is called. */
export function typeOf(type: string): string {
  return type === "other" ? "artifact" : type.replaceAll("_", " ");
}

/** Questions that the records have an answer to. */
export function readExamples(): Promise<string[]> {
  return request("/examples");
}
