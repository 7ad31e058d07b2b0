/**
 * Plain JSON of an agtype value as AGE prints it: JSON with `::vertex`, `::edge`, `::path` and `::numeric` after values.
 * A node becomes its properties plus `id` and `label`; a relationship its properties plus `type` (`from` and `to` are
 * canonical ids and lie in its properties); a path the list of both. NaN and infinities become null.
 */
export function parseAgtype(text: string | null): unknown {
  if (text === null) return null;
  return simplified(JSON.parse(text.replace(LEXEME, rewritten)));
}

// Strings first, so that nothing inside one is taken for a suffix or a number.
const LEXEME = /"(?:[^"\\]|\\.)*"|::(?:vertex|edge|path|numeric)|-?Infinity|NaN/g;

function rewritten(lexeme: string): string {
  if (lexeme.startsWith('"')) return lexeme;
  return lexeme.startsWith("::") ? "" : "null";
}

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified);
  if (value === null || typeof value !== "object") return value;
  const record = value as Record<string, unknown>;
  if (isGraphValue(record, ["id", "label", "properties"]))
    return { ...(record.properties as object), label: record.label };
  if (isGraphValue(record, ["id", "label", "end_id", "start_id", "properties"]))
    return { ...(record.properties as object), type: record.label };
  return Object.fromEntries(Object.entries(record).map(([key, member]) => [key, simplified(member)]));
}

/** AGE prints nodes and relationships with exactly these members in this order. */
function isGraphValue(record: Record<string, unknown>, members: readonly string[]): boolean {
  return (
    Object.keys(record).join() === members.join() &&
    typeof record.id === "number" &&
    typeof record.properties === "object"
  );
}
