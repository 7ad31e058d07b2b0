import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AdaptiveLimit } from "../../../base/providers/adaptive-limit.ts";

function grown(successes: number, limit = new AdaptiveLimit({ initial: 4, max: 64 })): AdaptiveLimit {
  for (let count = 0; count < successes; count++) limit.succeed({ inFlight: limit.value });
  return limit;
}

describe("AdaptiveLimit", () => {
  it("doubles with every full round until it was too much once: 4 successes at 4 make 8, 8 more 16", () => {
    expect(grown(4).value).toBe(8);
    expect(grown(12).value).toBe(16);
  });

  it("halves once for all requests that were sent before, and then grows by one a round", () => {
    const limit = grown(12);
    const { generation } = limit;
    for (let count = 0; count < 16; count++) limit.throttle({ generation });
    expect(limit.value).toBe(8);
    expect(grown(9, limit).value).toBe(9);
    limit.throttle({ generation: limit.generation });
    expect(limit.value).toBe(4);
  });

  it("does not grow while it is not reached", () => {
    const limit = new AdaptiveLimit({ initial: 4, max: 64 });
    for (let count = 0; count < 100; count++) limit.succeed({ inFlight: 3 });
    expect(limit.value).toBe(4);
  });

  it("is a whole number from 1 to its maximum, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.integer({ min: 1, max: 20 }), (events, max) => {
        const limit = new AdaptiveLimit({ initial: 4, max });
        for (const good of events) {
          if (good) limit.succeed({ inFlight: limit.value });
          else limit.throttle({ generation: limit.generation });
          expect(Number.isInteger(limit.value) && limit.value >= 1 && limit.value <= max).toBe(true);
        }
      }),
    );
  });
});
