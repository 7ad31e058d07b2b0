import type { Row, Substrate } from "../db/ports.ts";

/** Something that a question can be about. */
export interface Item {
  id: string;
  /** test_case, backlog_item, message, protocol or other */
  type: string;
  title: string;
}

export interface FoundItem extends Item {
  /** Which of its names fits; an alias is given with it. */
  match: "id" | "title" | "alias";
  alias: string | null;
}

interface Entry extends Item {
  names: readonly { match: FoundItem["match"]; text: string; shown: string }[];
}

export interface ItemQuery {
  text: string;
  type: string | null;
  limit: number;
}

/**
 * Items by what one types of an id, title or alias. Held in memory, since one looks with every key that is pressed: a look
 * through 11,000 items takes some two milliseconds, and the database answers the agent meanwhile.
 */
export class ItemIndex {
  readonly #substrate: Substrate;
  #entries: Promise<readonly Entry[]> | null = null;

  constructor(substrate: Substrate) {
    this.#substrate = substrate;
  }

  /** Every word must stand in one name. Best first: the whole name, its beginning, the beginning of a word in it, anywhere. */
  async search({ text, type, limit }: ItemQuery): Promise<FoundItem[]> {
    const words = fold(text).split(" ").filter(Boolean);
    if (words.length === 0) return [];
    const found: { item: FoundItem; rank: number }[] = [];
    for (const { names, id, type: kind, title } of await this.#all()) {
      if (type !== null && kind !== type) continue;
      const best = bestOf(names, words);
      if (!best) continue;
      const { match, shown } = best.name;
      const alias = match === "alias" ? shown : null;
      found.push({ rank: best.rank, item: { id, type: kind, title, match, alias } });
    }
    // Stable: of equal ranks by id, as they were read.
    return found
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ item }) => item);
  }

  #all(): Promise<readonly Entry[]> {
    if (!this.#entries) {
      this.#entries = readEntries(this.#substrate);
      // What failed is asked again.
      this.#entries.catch(() => (this.#entries = null));
    }
    return this.#entries;
  }
}

async function readEntries({ sql }: Substrate): Promise<Entry[]> {
  const { rows } = await sql.query<Row & Item & { aliases: string[] }>(ITEMS);
  return rows.map(({ id, type, title, aliases }) => ({
    ...{ id, type, title },
    names: [
      { match: "id", text: fold(id), shown: id },
      { match: "title", text: fold(title), shown: title },
      ...aliases.map((alias) => ({ match: "alias" as const, text: fold(alias), shown: alias })),
    ],
  }));
}

const ITEMS = `
SELECT id, type, title, ARRAY(SELECT a.alias FROM proc.message_alias a WHERE type = 'message' AND a.message_id = id ORDER BY a.alias COLLATE "C") AS aliases FROM (
  SELECT test_case_id AS id, 'test_case' AS type, name AS title FROM canon.test_case
  UNION ALL SELECT backlog_item_id, 'backlog_item', name FROM canon.backlog_item
  UNION ALL SELECT protocol_id, 'protocol', name FROM proc.protocol
  UNION ALL SELECT message_id, 'message', name FROM proc.message
  UNION ALL SELECT artifact_id, 'other', name FROM canon.other_artifact
) item ORDER BY id COLLATE "C", type`;

/** Letter case and accents are not typed; separators of ids are seldom typed alike. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_\-./:]+/g, " ")
    .trim();
}

const RANKS = { whole: 0, start: 1, word: 2, inside: 3 };
/** An id that fits goes before a title, and that before an alias, unless the worse name fits better. */
const OF_NAME = { id: 0, title: 0.3, alias: 0.6 };

function bestOf(names: Entry["names"], words: readonly string[]) {
  let best: { name: Entry["names"][number]; rank: number } | null = null;
  for (const name of names) {
    if (!words.every((word) => name.text.includes(word))) continue;
    const rank = rankOf(name.text, words) + OF_NAME[name.match];
    if (!best || rank < best.rank) best = { name, rank };
  }
  return best;
}

function rankOf(text: string, words: readonly string[]): number {
  const typed = words.join(" ");
  if (text === typed) return RANKS.whole;
  if (text.startsWith(typed)) return RANKS.start;
  return words.every((word) => text.startsWith(word) || text.includes(` ${word}`)) ? RANKS.word : RANKS.inside;
}
