import { expect, it } from "vitest";
import { Speed } from "../../../base/outages/speed.ts";

async function sharesOf(works: readonly number[]): Promise<number[]> {
  const [left, shares]: [number[], number[]] = [[...works], []];
  const speed = new Speed(async () => left.shift()!, { freshMs: -1 });
  for (const _work of works) shares.push(await speed.share());
  return shares;
}

it("a server that takes much longer over the same work than at its fastest has its share of the processor", async () => {
  expect(await sharesOf([40, 10, 10, 25, 100, 1000])).toEqual([1, 1, 1, 1, 0.1, 0.01]);
});

it("one measurement serves all who ask at once; a failed one is not kept", async () => {
  let works = 0;
  const speed = new Speed(async () => {
    if (++works === 1) throw new Error("gone");
    return 10;
  });
  await expect(speed.share()).rejects.toThrow("gone");
  expect(await Promise.all([speed.share(), speed.share()])).toEqual([1, 1]);
  expect(works).toBe(2);
});
