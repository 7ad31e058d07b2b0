import pg from "pg";

/** PostgreSQL's type `bytea[]`. */
const BYTEA_ARRAY = 1001;

/**
 * `pg` reads arrays of bytes letter by letter, which took longer than anything else in reading a checkpoint. They hold
 * hex in quotes and nothing to escape.
 */
export const STATE_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text" | "binary") =>
    oid === BYTEA_ARRAY && format !== "binary" ? parseByteaArray : pg.types.getTypeParser(oid, format)) as never,
};

type Nested = Buffer | null | Nested[];

/** `{{"\\x61",NULL},{"\\x62","\\x"}}` as nested arrays of buffers. */
function parseByteaArray(text: string): Nested[] {
  const open: Nested[][] = [[]];
  for (const [token, hex] of text.matchAll(/[{}]|NULL|"\\\\x([0-9a-f]*)"/g)) {
    const inner = open.at(-1)!;
    if (token === "{") {
      const list: Nested[] = [];
      inner.push(list);
      open.push(list);
    } else if (token === "}") open.pop();
    else inner.push(hex === undefined ? null : Buffer.from(hex, "hex"));
  }
  return open[0]![0] as Nested[];
}
