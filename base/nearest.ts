/** Those of the names that a mistyped one may have meant, nearest first; ties in the names' order. */
export function nearest(
  text: string,
  names: readonly string[],
  { most = 3, within = Number.POSITIVE_INFINITY }: { most?: number; within?: number } = {},
): string[] {
  const wanted = text.toLowerCase();
  return names
    .map((name, index) => ({ name, index, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= within)
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The one name that is near enough to ask about: at most a third of its letters differ. */
export function meantBy(text: string, names: readonly string[]): string | undefined {
  return nearest(text, names, { most: 1, within: Math.max(1, Math.floor(text.length / 3)) })[0];
}

/** Levenshtein distance, and two neighbours that change places count as one change (Damerau, restricted). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] as number;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    rows.push(next);
    for (let j = 1; j <= b.length; j++) {
      const substitution = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min(substitution, swap, at(i - 1, j) + 1, (next[j - 1] as number) + 1);
    }
  }
  return at(a.length, b.length);
}
