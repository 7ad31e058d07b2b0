import fc from "fast-check";
import { expect, test } from "vitest";
import { bandsOf } from "../../../../measure/statistics/comparison/bands.ts";

test("within a band no pair is apart, and every run of neighbours without such a pair lies within one", () => {
  const cases = fc
    .integer({ min: 1, max: 9 })
    .chain((count) => fc.tuple(fc.constant(count), fc.infiniteStream(fc.boolean())));
  fc.assert(
    fc.property(cases, ([count, stream]) => {
      const table = Array.from({ length: count }, () =>
        Array.from({ length: count }, () => stream.next().value as boolean),
      );
      const apart = (a: number, b: number) => table[Math.min(a, b)]![Math.max(a, b)]!;
      const bands = bandsOf(count, apart);
      for (let a = 0; a < count; a++)
        for (let b = a + 1; b < count; b++) {
          const places = Array.from({ length: b - a + 1 }, (_, i) => a + i);
          const clean = places.every((i) => places.every((j) => i >= j || !apart(i, j)));
          expect(bands[a]!.some((band) => bands[b]!.includes(band))).toBe(clean);
        }
      expect(bands.every((own) => own.length > 0 && own.every((band, i) => band === own[0]! + i))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
