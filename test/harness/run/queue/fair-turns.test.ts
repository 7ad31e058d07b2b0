import fc from "fast-check";
import { expect, it } from "vitest";
import { FairTurns } from "../../../../harness/run/queue/fair-turns.ts";

it("each has turns by its weight, to within one turn of the others, however many share and whatever they weigh", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }), (weights) => {
      const turns = new FairTurns();
      const sharers = weights.map((weight, index) => ({ id: String(index), weight }));
      const had = new Map<string, number>();
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      for (let turn = 0; turn < 3 * all; turn++) {
        const [next] = turns.order(sharers);
        turns.took(next!, 1);
        had.set(next!.id, (had.get(next!.id) ?? 0) + 1);
      }
      for (const { id, weight } of sharers) expect(Math.abs((had.get(id) ?? 0) - 3 * weight)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 100 },
  );
});

it("one that was away, or is new, cannot ask for what it missed", () => {
  const turns = new FairTurns();
  const [a, b] = [
    { id: "a", weight: 1 },
    { id: "b", weight: 1 },
  ];
  for (let turn = 0; turn < 1000; turn++) turns.took(turns.order([a])[0]!, 1);
  const next: string[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const [one] = turns.order([a, b]);
    turns.took(one!, 1);
    next.push(one!.id);
  }
  expect(next.filter((id) => id === "a")).toHaveLength(5);
});
