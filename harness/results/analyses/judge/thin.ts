/** Marks that a browser draws and scrolls without effort, and beyond which a scatter says no more. */
const LIMIT = 2000;

/** For definitions: what `thinned` did. */
export const THINNED =
  "Of more than 2,000 marks, 2,000 are drawn, chosen by a hash of their names; numbers are over all.";

/** At most `LIMIT` rows, in their order. Chosen by a hash of the name: by place would follow the matrix and leave scenarios out. */
export function thinned<Row>(rows: readonly Row[], name: (row: Row) => string): readonly Row[] {
  if (rows.length <= LIMIT) return rows;
  const hashes = rows.map((row) => hash(name(row)));
  const bar = [...hashes].sort((a, b) => a - b)[LIMIT - 1]!;
  return rows.filter((_, index) => hashes[index]! <= bar).slice(0, LIMIT);
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo): pages have no `node:crypto`, and nothing here needs to be hard to guess. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
