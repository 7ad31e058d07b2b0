/** Characters a statement: a batch of long texts would not fit into a string, nor into the database's memory. */
const MAX_CHARACTERS = 8_000_000;

/** Rows as JSON arrays of at most `maxRows` rows and about eight million characters; one longer row is a batch of its own. */
export function* jsonBatches(
  rows: readonly Readonly<Record<string, unknown>>[],
  maxRows: number,
): Generator<{ json: string; count: number }> {
  let parts: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const part = JSON.stringify(row, storable);
    if (parts.length === maxRows || (parts.length > 0 && characters + part.length > MAX_CHARACTERS)) {
      yield { json: `[${parts.join(",")}]`, count: parts.length };
      parts = [];
      characters = 0;
    }
    parts.push(part);
    characters += part.length;
  }
  if (parts.length > 0) yield { json: `[${parts.join(",")}]`, count: parts.length };
}

/** A JSON replacer: PostgreSQL's text holds neither U+0000 nor half surrogate pairs; both become U+FFFD. */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\u0000", "\ufffd").toWellFormed() : value;
}
