import type { FoundItem } from "../../item-index.ts";
import { request } from "./client.ts";

/** A record that a question can be about, or that belongs into a scope. */
export type Item = Pick<FoundItem, "id" | "type" | "title">;

export function searchItems(text: string, type?: string): Promise<FoundItem[]> {
  const query = new URLSearchParams({ q: text, limit: "12", ...(type && { type }) });
  return request(`/items?${query}`);
}

/** What a type of record is called. */
export function typeOf(type: string): string {
  return type === "other" ? "artifact" : type.replaceAll("_", " ");
}
