import { compareText } from "../../base/text-order.ts";
import type { SqlPort } from "../../db/ports/ports.ts";

/** The knowledge base as a source of other words for a term. */
export interface Vocabulary {
  /** Other wordings that mean only this term, in code-unit order; [] when the knowledge base has none. */
  wordings(term: string): readonly string[];
  /** Abbreviations that stand only for this term. */
  abbreviations(term: string): readonly string[];
}

/** A row of `kb.entry`. */
export interface VocabularyEntry extends Record<string, unknown> {
  term: string;
  kind: string;
  expansion: string;
  definition: string;
}

/** A definition may end with `Also said: a; b; c.`: ways in which people say the term. */
const ALSO_SAID = /Also said:\s*(.+?)\.?\s*$/s;

const SHORT_KINDS = new Set(["acronym", "abbreviation"]);

export async function readVocabulary(sql: SqlPort): Promise<Vocabulary> {
  const { rows } = await sql.query<VocabularyEntry>("SELECT term, kind, expansion, definition FROM kb.entry");
  return vocabularyOf(rows);
}

/** A wording that stands for two terms would make a question ambiguous, so it is left out. */
export function vocabularyOf(entries: readonly VocabularyEntry[]): Vocabulary {
  const said = new Map<string, Set<string>>();
  const short = new Map<string, Set<string>>();
  for (const { term, kind, expansion, definition } of entries) {
    for (const wording of alsoSaid(definition)) add(said, term, wording);
    if (SHORT_KINDS.has(kind) && expansion !== "") add(short, expansion, term);
  }
  const taken = countWordings([said, short]);
  const read = (source: Map<string, Set<string>>) => (term: string) =>
    [...(source.get(term.toLowerCase()) ?? [])]
      .filter((wording) => taken.get(wording.toLowerCase()) === 1)
      .sort(compareText);
  return { wordings: read(said), abbreviations: read(short) };
}

function alsoSaid(definition: string): string[] {
  const list = ALSO_SAID.exec(definition)?.[1] ?? "";
  return list
    .split(";")
    .map((wording) => wording.trim())
    .filter((wording) => wording !== "");
}

function add(map: Map<string, Set<string>>, term: string, wording: string): void {
  if (wording.toLowerCase() === term.toLowerCase()) return;
  const key = term.toLowerCase();
  const group = map.get(key);
  if (group) group.add(wording);
  else map.set(key, new Set([wording]));
}

/** How many terms each wording stands for; a term's own text counts as one of its wordings. */
function countWordings(sources: readonly Map<string, Set<string>>[]): Map<string, number> {
  const owners = new Map<string, Set<string>>();
  for (const source of sources)
    for (const [term, wordings] of source)
      for (const wording of [term, ...wordings]) {
        const key = wording.toLowerCase();
        owners.set(key, (owners.get(key) ?? new Set()).add(term));
      }
  return new Map([...owners].map(([wording, terms]) => [wording, terms.size]));
}
