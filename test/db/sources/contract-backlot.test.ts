import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { SOURCE_TYPES } from "../../../db/sources/registry.ts";
import { hostileText } from "../../../scripts/source-queries/hostile-texts.ts";
import { describeOn } from "../../servers.ts";
import { startBacklot, type TestBacklot } from "./backlot.ts";
import { backlotRecords, backlotWorld } from "./backlot-world.ts";
import { describeContract } from "./contract.ts";

describeOn(["backlot"], "live sources on backlot", () => {
  let server: TestBacklot;
  beforeAll(async () => {
    server = await startBacklot(backlotRecords());
  }, 180_000);
  afterAll(() => server.stop());

  const worlds = {
    confluence: () => {
      const options = { url: `${server.url}/atlassian/wiki`, server: "backlot" } as const;
      return backlotWorld(server, SOURCE_TYPES.confluence.open("wiki", options, { fetch }), "confluence");
    },
    jira: () => {
      const options = { url: `${server.url}/atlassian`, server: "backlot" } as const;
      return backlotWorld(server, SOURCE_TYPES.jira.open("tracker", options, { fetch }), "jira");
    },
    slack: () => {
      const options = { url: `${server.url}/slack/api`, server: "backlot" } as const;
      return backlotWorld(server, SOURCE_TYPES.slack.open("chat", options, { fetch }), "slack");
    },
  };
  for (const [product, open] of Object.entries(worlds)) {
    describeContract(product, async () => open());

    it(`${product} gives no item that 100 hostile keywords do not stand in, and fails at none`, async () => {
      const { source, outsider } = open();
      const random = makeRandom("hostile", product);
      const wrong: [string, string][] = [];
      let found = 0;
      for (let at = 0; at < 100; at++) {
        // Every third begins with what stands in items, so that something is there to be found.
        const keyword = `${at % 3 === 0 ? "pump " : ""}${hostileText(random)}`;
        const query = { keywords: [keyword], match: "all", filters: {} } as const;
        const outcome = await source.search(query, { limit: 10, pages: 1 }, outsider);
        if (outcome.type === "refused") continue;
        if (outcome.type !== "found") throw new Error(`${JSON.stringify(keyword)}: ${JSON.stringify(outcome)}`);
        found += outcome.items.length;
        const words = keyword.toLowerCase().match(/[a-z0-9]+/g) ?? [];
        for (const { title, snippet } of outcome.items)
          if (words.some((word) => !`${title} ${snippet}`.toLowerCase().includes(word))) wrong.push([keyword, snippet]);
      }
      expect(found).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    }, 60_000);
  }
});
