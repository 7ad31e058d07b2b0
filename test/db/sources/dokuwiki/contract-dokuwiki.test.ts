import { afterAll, beforeAll, expect, it } from "vitest";
import { describeUnless, missingDokuWiki } from "../../../left-out.ts";
import { describeContract } from "../contract.ts";
import type { FilledServer } from "../filled-server.ts";
import { searchHostile } from "../hostile.ts";
import { PAGES, startDokuWiki } from "./world.ts";

describeUnless(missingDokuWiki(), "live sources on DokuWiki", () => {
  let server: FilledServer;
  beforeAll(async () => {
    server = await startDokuWiki();
  });
  afterAll(() => server.stop());

  describeContract("dokuwiki", async () => server.world(server.url));

  it("gives no page that 300 hostile phrases do not stand in, and nothing of another's namespace", async () => {
    const { source, outsider } = server.world(server.url);
    const { found, wrong } = await searchHostile(source, outsider, {
      // A phrase of words so long that no page has one of their length: DokuWiki answers 200 with PHP's TypeError, which is not nothing found.
      isKnown: ({ type, message }) => type === "unreadable" && message.includes("TypeError"),
      isRight: ({ id }, keyword) => plain(PAGES[id] ?? "").includes(plain(keyword)) && !id.startsWith("vault:"),
    });
    expect(found).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/["*\s\p{C}\p{Z}]+/gu, " ")
    .trim();
}
