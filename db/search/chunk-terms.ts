import type { Row } from "../ports/ports.ts";

/** The table that every dialect has: what ranks by it, and where AND, NOT and phrases are tested. */
export const CHUNK_TERMS = "rag.chunk_terms";

export const CREATE_CHUNK_TERMS = `CREATE TABLE ${CHUNK_TERMS} (chunk_id integer PRIMARY KEY REFERENCES rag.chunk, terms text NOT NULL)`;

export function termsOfRow({ terms }: Row): string[] {
  return terms === "" ? [] : String(terms).split(" ");
}
