/** Of the configurations those without a value have no mark: a sentence says so, and the table has them all. */
export function tellLeftOut(
  all: readonly { configuration: string }[],
  drawn: readonly { configuration: string }[],
): string {
  const [of, with_] = [all, drawn].map((rows) => new Set(rows.map(({ configuration }) => configuration)).size) as [
    number,
    number,
  ];
  if (with_ === 0 || with_ === of) return "";
  return `${of - with_} of ${of} configurations have no value and are not drawn.`;
}
