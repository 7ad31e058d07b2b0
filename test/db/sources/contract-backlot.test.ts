import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOn } from "../../servers.ts";
import { BACKLOT_PRODUCTS, startBacklotWorld } from "./backlot-world.ts";
import { describeContract } from "./contract.ts";
import { searchHostile } from "./hostile.ts";

describeOn(["backlot"], "live sources on backlot", () => {
  let servers: Awaited<ReturnType<typeof startBacklotWorld>>;
  beforeAll(async () => {
    servers = await startBacklotWorld();
  });
  afterAll(() => servers.slack.stop());

  for (const product of BACKLOT_PRODUCTS) {
    const world = () => servers[product].world(servers[product].url);
    describeContract(product, async () => world());

    it(`${product} gives no item that 300 hostile keywords do not stand in, and fails at none`, async () => {
      const { source, outsider } = world();
      const { found, wrong } = await searchHostile(source, outsider, {
        isRight({ title, snippet }, keyword) {
          const words = keyword.toLowerCase().match(/[a-z0-9]+/g) ?? [];
          return words.every((word) => `${title} ${snippet}`.toLowerCase().includes(word));
        },
      });
      expect(found).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    });
  }
});
