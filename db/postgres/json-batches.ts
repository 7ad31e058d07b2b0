/** Characters a statement: a batch of long texts would not fit into a string, nor into the database's memory. */
const MAX_CHARACTERS = 2_000_000;

interface Batch {
  json: string;
  /** Of the first row. */
  columns: readonly string[];
}

/** Rows as JSON arrays of at most `maxRows` rows and about two million characters; one longer row is a batch of its own. */
export function* jsonBatches(rows: Iterable<Readonly<Record<string, unknown>>>, maxRows: number): Generator<Batch> {
  let columns: readonly string[] = [];
  let parts: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const part = storableJson(row);
    if (parts.length === maxRows || (parts.length > 0 && characters + part.length > MAX_CHARACTERS)) {
      yield { json: `[${parts.join(",")}]`, columns };
      parts = [];
      characters = 0;
    }
    if (parts.length === 0) columns = Object.keys(row);
    parts.push(part);
    characters += part.length;
  }
  if (parts.length > 0) yield { json: `[${parts.join(",")}]`, columns };
}

/** JSON of what a database would hold. What cannot be stored stands as an escape: most values need no closer look, which takes several times as long. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(value, storable) : json;
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** A JSON replacer: PostgreSQL's text holds neither U+0000 nor half surrogate pairs; both become U+FFFD. */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\u0000", "\ufffd").toWellFormed() : value;
}
