/** Of the configurations those without a value have no mark: a sentence says so, and the table has them all. */
export function tellLeftOut(
  all: readonly { configuration: string }[],
  drawn: readonly { configuration: string }[],
): string {
  const configurations = (rows: typeof all) => new Set(rows.map(({ configuration }) => configuration)).size;
  const [of, shown] = [configurations(all), configurations(drawn)];
  if (shown === 0 || shown === of) return "";
  return `${of - shown} of ${of} configurations have no value and are not drawn.`;
}
