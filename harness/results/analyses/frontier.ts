export interface Bargain {
  worth: number;
  paid: number;
}

/**
 * Which of these no other reaches for less: none has as much worth for as little, and more of one. What is worth nothing is on no
 * frontier, since nothing can be had for nothing.
 */
export function onFrontier<Row>(rows: readonly Row[], read: (row: Row) => Bargain): Set<Row> {
  const bargains = rows.map((row) => ({ row, ...read(row) })).filter(({ worth }) => worth > 0);
  const beats = (a: Bargain, b: Bargain) =>
    a.worth >= b.worth && a.paid <= b.paid && (a.worth > b.worth || a.paid < b.paid);
  return new Set(bargains.filter((one) => !bargains.some((other) => beats(other, one))).map(({ row }) => row));
}
