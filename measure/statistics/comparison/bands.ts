/**
 * Bands over things in an order (best first): the longest runs of neighbours of which no pair differs significantly, each by its places;
 * the underlines of Duncan (Biometrics 11, 1955). A thing may stand in several bands. Within a band nothing differs significantly; two
 * things without a common band may not be either, since what lies between them can differ less: the pairs tell.
 */
export function bandsOf(count: number, apart: (first: number, second: number) => boolean): number[][] {
  const bands: number[][] = Array.from({ length: count }, () => []);
  let end = 0; // The run goes up to here, exclusive.
  for (let start = 0, band = 0; start < count; start++) {
    const before = end;
    end = Math.max(end, start);
    while (end < count && !run(start, end).some((place) => apart(place, end))) end++;
    if (end === before) continue;
    band++;
    for (const place of run(start, end)) bands[place]!.push(band);
  }
  return bands;
}

function run(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}
