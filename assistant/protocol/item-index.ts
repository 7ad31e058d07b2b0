import type { Row, Substrate } from "../../db/ports/ports.ts";

/** A record that a question can be about, or that belongs into a scope. */
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

export interface IndexedItem {
  item: Item;
  /** All of its names, for a first look. */
  text: string;
  names: readonly { match: FoundItem["match"]; text: string; shown: string }[];
}

export interface ItemQuery {
  text: string;
  type: string | null;
  limit: number;
}

/**
 * Items by what one types of an id, title or alias. Held in memory, since one looks with every key that is pressed, and the
 * database answers the agent meanwhile.
 */
export class ItemIndex {
  readonly #substrate: Substrate;
  #entries: Promise<readonly IndexedItem[]> | null = null;

  constructor(substrate: Substrate) {
    this.#substrate = substrate;
  }

  /** Every word must stand in one name. Best first: the whole name, its beginning, the beginning of a word in it, anywhere. */
  async search({ text, type, limit }: ItemQuery): Promise<FoundItem[]> {
    const words = foldName(text).split(" ").filter(Boolean);
    if (words.length === 0) return [];
    // By rank, each in the order in which items were read, which is that of their ids; never more than are asked for.
    const found: FoundItem[][] = Array.from({ length: RANKS.length * NAMES.length }, () => []);
    for (const { item, text: all, names } of await this.all()) {
      if ((type !== null && item.type !== type) || !words.every((word) => all.includes(word))) continue;
      const best = bestOf(names, words);
      const ranked = best && found[best.rank]!;
      if (!ranked || ranked.length >= limit) continue;
      const { match, shown } = best.name;
      ranked.push({ ...item, match, alias: match === "alias" ? shown : null });
    }
    return found.flat().slice(0, limit);
  }

  /** In the order of their ids. */
  all(): Promise<readonly IndexedItem[]> {
    if (!this.#entries) {
      this.#entries = readEntries(this.#substrate);
      // What failed is asked again.
      this.#entries.catch(() => (this.#entries = null));
    }
    return this.#entries;
  }
}

async function readEntries({ sql }: Substrate): Promise<IndexedItem[]> {
  const { rows } = await sql.query<Row & Item & { aliases: string[] }>(ITEMS);
  return rows.map(({ id, type, title, aliases }) => {
    const names = [
      { match: "id" as const, text: foldName(id), shown: id },
      { match: "title" as const, text: foldName(title), shown: title },
      ...aliases.map((alias) => ({ match: "alias" as const, text: foldName(alias), shown: alias })),
    ];
    return { item: { id, type, title }, text: names.map(({ text }) => text).join("\n"), names };
  });
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
export function foldName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_\-./:]+/g, " ")
    .trim();
}

/** How well a name fits, then which it is: the first is the best. */
const RANKS = ["whole", "start", "word", "inside"] as const;
const NAMES = ["id", "title", "alias"] as const;

function bestOf(names: IndexedItem["names"], words: readonly string[]) {
  let best: { name: IndexedItem["names"][number]; rank: number } | null = null;
  for (const name of names) {
    if (!words.every((word) => name.text.includes(word))) continue;
    const rank = RANKS.indexOf(fitOf(name.text, words)) * NAMES.length + NAMES.indexOf(name.match);
    if (!best || rank < best.rank) best = { name, rank };
  }
  return best;
}

function fitOf(text: string, words: readonly string[]): (typeof RANKS)[number] {
  const typed = words.join(" ");
  if (text === typed) return "whole";
  if (text.startsWith(typed)) return "start";
  return words.every((word) => text.startsWith(word) || text.includes(` ${word}`)) ? "word" : "inside";
}
