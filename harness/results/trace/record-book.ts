import type { IdReader } from "../../../base/ids/id-reader.ts";
import { isObject, type JsonObject, objectsOf, parseObject } from "../../../base/json-object.ts";
import type { RecordCard } from "./record-card.ts";

const MAX_TEXT = 2_000;
const MAX_LINKS = 40;
const MAX_FACTS = 16;

/**
 * Gathers records from the rows of tools' results: titles, texts and links as agents were told them. A run holds no other
 * copy of its corpus. A column holds ids when its value is one; `test_case_name` belongs to `test_case_id`.
 */
export class RecordBook {
  readonly cards = new Map<string, RecordCard>();
  readonly #ids: IdReader;

  constructor(ids: IdReader) {
    this.#ids = ids;
  }

  /** Reads one result; one that has no rows tells nothing. */
  add(result: string): void {
    for (const row of objectsOf(parseObject(result)?.rows)) this.#addRow(row);
  }

  #addRow(row: JsonObject): void {
    const ids = Object.entries(row).filter((entry): entry is [string, string] => this.#isId(entry[1]));
    const distinct = [...new Set(ids.map(([, id]) => id))];
    for (const [column, id] of ids) {
      const card = this.#card(id);
      const subject = column.replace(/_?id$/i, "");
      const own = (name: string) => textIn(row[subject === "" ? name : `${subject}_${name}`]);
      card.title ??= own("name") ?? own("title");
      card.type ??= own("type");
      if (distinct.length === 1) describe(card, row);
      else
        link(
          card,
          distinct.filter((other) => other !== id),
          kindOf(row),
        );
    }
  }

  #isId(value: unknown): boolean {
    return typeof value === "string" && value.length < 200 && this.#ids.isId(value);
  }

  #card(id: string): RecordCard {
    const card = this.cards.get(id) ?? { title: null, type: null, text: null, facts: {}, links: [] };
    this.cards.set(id, card);
    return card;
  }
}

/** A row about one record: its name, its text, and what else it says. */
function describe(card: RecordCard, row: JsonObject): void {
  card.title ??= textIn(row.name) ?? textIn(row.title);
  card.type ??= textIn(row.type);
  const text = textIn(row.text) ?? textIn(row.snippet) ?? textIn(row.description);
  if (text && text.length > (card.text?.length ?? 0)) card.text = text.slice(0, MAX_TEXT);
  for (const [column, value] of Object.entries(row)) {
    const told = isObject(value) ? JSON.stringify(value) : textIn(value);
    if (NO_FACTS.has(column) || !told || told === "{}" || Object.keys(card.facts).length >= MAX_FACTS) continue;
    card.facts[column] ??= told.slice(0, MAX_TEXT);
  }
}

/** Said elsewhere on the card, or of the search and not of the record. */
const NO_FACTS: ReadonlySet<string> = new Set(
  "id test_case_id backlog_item_id name title type text snippet description asked path __proto__".split(" "),
);

function link(card: RecordCard, others: readonly string[], kind: string): void {
  for (const id of others)
    if (card.links.length < MAX_LINKS && !card.links.some((known) => known.id === id)) card.links.push({ id, kind });
}

function kindOf({ kind, relation, edge }: JsonObject): string {
  return textIn(kind) ?? textIn(relation) ?? textIn(edge) ?? "beside it in a result";
}

function textIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
