import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { power } from "../../base/power.ts";
import { makeRandom } from "../../base/random.ts";

it("is what `**` gives, within the last digits", () => {
  for (const [x, y] of [
    [0.1, 3],
    [7.3, -1],
    [2.5, 1.5],
    [52, -0.2],
    [0.97, 519],
    [0, 0],
    [0, 0.8],
    [-1.5, 3],
  ] as const)
    expect(power(x, y)).toBeCloseTo(x ** y, 12);
  expect([power(10, 15), power(-2, 3), power(9, 0.5)]).toEqual([1e15, -8, 3]);
  expect(power(-1, 0.3)).toBeNaN();
});

/** Made by Node 20.20 and 24.21 alike; by `**` they part. */
it("gives the same bytes under every Node", () => {
  const random = makeRandom("power", 1);
  const exponents = [3, 1.5, 0.8, 2.2, -0.2, -1, 17];
  const values = Array.from({ length: 7000 }, (_, i) => power(10 * random(), exponents[i % 7] as number));
  const bytes = Buffer.from(Float64Array.from(values).buffer);
  expect(createHash("sha256").update(bytes).digest("hex").slice(0, 16)).toBe("ea78811e9ec2e3c0");
});
