import { expect, it } from "vitest";
import { oneAhead } from "../../base/one-ahead.ts";

it("asks for each item before the one in front of it is worked on, and for no more", async () => {
  const log: string[] = [];
  async function* items() {
    for (const item of [1, 2, 3]) {
      log.push(`made ${item}`);
      yield item;
    }
  }
  for await (const item of oneAhead(items())) log.push(`used ${item}`);
  expect(log).toEqual(["made 1", "made 2", "used 1", "made 3", "used 2", "used 3"]);
});

it("fails in its place: after the items in front of what failed", async () => {
  const used: number[] = [];
  async function* items() {
    yield 1;
    throw new Error("lost");
  }
  await expect(
    (async () => {
      for await (const item of oneAhead(items())) used.push(item);
    })(),
  ).rejects.toThrow("lost");
  expect(used).toEqual([1]);
});
