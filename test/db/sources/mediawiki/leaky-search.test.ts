import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Caller } from "../../../../db/sources/caller.ts";
import { describeUnless, missingDokuWiki } from "../../../left-out.ts";
import { type ContractWorld, contractChecks } from "../contract.ts";
import { mediawikiSource } from "./mediawiki-source.ts";
import { type LeakyWiki, serveLeakyWiki } from "./wiki.ts";

const USERS = [
  { name: "Ines", password: "ines-of-the-wiki", insider: true },
  { name: "Otto", password: "otto-of-the-wiki", insider: false },
];
const PAGES = {
  Pump: "The zebra pump overheats",
  Notes: "It overheats, the pump, says the zebra. A gnu was seen.",
  "Secret:Plan": "okapi: the pump is replaced next week",
};
const missing = existsSync("/usr/share/mediawiki") ? missingDokuWiki() && "php" : "Debian's package mediawiki";

describeUnless(missing, "MediaWiki, whose search does not ask for the rights of its reader", () => {
  let folder: string;
  let wiki: LeakyWiki;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-mediawiki-"));
    wiki = await serveLeakyWiki(folder, { users: USERS, pages: PAGES });
  });
  afterAll(async () => {
    if (wiki) process.kill(wiki.pid, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  const callerOf = (at: number) =>
    Caller.withTokens(USERS[at]!.name, { wiki: `${USERS[at]!.name}:${USERS[at]!.password}` });
  const world = (): ContractWorld => ({
    source: mediawikiSource("wiki", wiki.url),
    insider: callerOf(0),
    outsider: callerOf(1),
    stranger: Caller.withTokens("stranger", { wiki: "Nobody:x" }),
    ...{ shared: "zebra", secret: "okapi", phrase: "pump overheats", unknownId: "Nothing there" },
    many: { word: "gnu", count: 1 },
  });

  it("keeps the page from the outsider, and shows its text in a search", async () => {
    const { source, insider, outsider } = world();
    expect(await source.open("Secret:Plan", insider)).toMatchObject({ type: "opened" });
    expect(JSON.stringify(await source.open("Secret:Plan", outsider))).not.toContain("okapi");
    const found = await source.search(
      { keywords: ["okapi"], match: "all", filters: {} },
      { limit: 10, pages: 1 },
      outsider,
    );
    expect(found).toMatchObject({
      type: "found",
      items: [{ id: "Secret:Plan", snippet: expect.stringContaining("okapi") }],
    });
  });

  it("fails the contract's check of rights, and passes the one on what can be shown", async () => {
    const check = (title: RegExp) => contractChecks.find((one) => title.test(one.title))!.check(world());
    await expect(check(/without rights/)).rejects.toThrow(/type: 'found'.* to match object .*items: \[\]/);
    await check(/can be shown, cited and opened/);
  });
});
