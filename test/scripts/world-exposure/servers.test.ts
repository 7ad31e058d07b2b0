import { describe, expect, it } from "vitest";
import { readRolePrompts } from "../../../agent/workflows/prompts.ts";
import { generateWorld } from "../../../scenarios/worlds/generate.ts";
import type { TestCase } from "../../../scenarios/worlds/test-cases.ts";
import type { World } from "../../../scenarios/worlds/world.ts";
import { compareRights } from "../../../scripts/world-exposure/compare-rights.ts";
import { exposureOf } from "../../../scripts/world-exposure/exposure-of.ts";
import { serveOnDokuWiki } from "../../../scripts/world-exposure/on-dokuwiki.ts";
import { serveOnRedmine } from "../../../scripts/world-exposure/on-redmine.ts";
import { serveOnSynapse } from "../../../scripts/world-exposure/on-synapse.ts";
import type { ServedWorld } from "../../../scripts/world-exposure/served-world.ts";
import { describeUnless, missingDokuWiki, missingRedmine } from "../../left-out.ts";
import { describeOn, testRedmine, testSynapse } from "../../servers.ts";

const TESTS: TestCase[] = [1, 2].map((at) => ({
  ...{ id: `TC-1000${at}`, title: `Timer ${at}`, parameter: `t${at}`, value: `${at}` },
  text: `1. Set t${at} to ${at}.`,
}));

/** One world on a server, whose questions are asked by every member at once. Three a server: `scripts/world-exposure.ts --on`. */
function describeWorld(seed: number, serve: (world: World) => Promise<ServedWorld>): void {
  it("exposes nothing by the caller's token, and something by a careless source; shows each item to whom it was written for", async () => {
    const world = generateWorld({ seed, perKind: 1, tests: TESTS });
    const served = await serve(world);
    try {
      const asking = { served, profile: "explorer", prompts: readRolePrompts() };
      const own = await exposureOf(world, { rights: "caller", ...asking });
      expect(own).toMatchObject({ asked: 12, exposed: { retrieved: [], context: [], answer: [] }, exposedAnswers: 0 });
      const careless = await exposureOf(world, { rights: "service", ...asking });
      expect(careless.exposed.retrieved).not.toEqual([]);
      expect(careless.exposed.context).not.toEqual([]);
      const { opened, shown, others } = await compareRights(world, served);
      expect(others).toEqual([]);
      expect(shown).toBeLessThan(opened);
    } finally {
      await served.close();
    }
  });
}

describe("a world with known rights", () => {
  // Whose answer stands below a page that hides it; in a conversation of two; in a project of some.
  describeUnless(missingDokuWiki(), "on DokuWiki", () => describeWorld(1, serveOnDokuWiki));
  describeOn(["Synapse"], "on Synapse", () => describeWorld(3, (world) => serveOnSynapse(world, testSynapse())));
  describeUnless(missingRedmine(), "on Redmine", () =>
    describeWorld(4, (world) => serveOnRedmine(world, testRedmine())),
  );
});
