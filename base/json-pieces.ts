/** Characters that are collected before they are handed on. */
const PIECE = 65_536;

/** `JSON.stringify(value, null, 2)` in pieces, so that a long list is never one text. For plain values: no `toJSON`, no undefined members. */
export function* jsonPieces(value: unknown): Generator<string> {
  let waiting = "";
  for (const part of parts(value, "")) {
    waiting += part;
    if (waiting.length < PIECE) continue;
    yield waiting;
    waiting = "";
  }
  yield waiting;
}

function* parts(value: unknown, indent: string): Generator<string> {
  if (typeof value !== "object" || value === null) return yield JSON.stringify(value) ?? "null";
  const isList = Array.isArray(value);
  const members = isList ? value.entries() : Object.entries(value).filter(([, member]) => member !== undefined);
  const [open, close] = isList ? "[]" : "{}";
  let before = `${open}\n`;
  for (const [name, member] of members) {
    yield `${before}${indent}  ${isList ? "" : `${JSON.stringify(name)}: `}`;
    yield* parts(member, `${indent}  `);
    before = ",\n";
  }
  yield before === ",\n" ? `\n${indent}${close}` : `${open}${close}`;
}
