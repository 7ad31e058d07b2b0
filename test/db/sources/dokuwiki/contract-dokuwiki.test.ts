import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { Caller } from "../../../../db/sources/caller.ts";
import { writeCall } from "../../../../db/sources/dokuwiki/xml-rpc.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { makeWiki, serveWiki } from "../../../../scripts/services/dokuwiki.ts";
import { hostileText } from "../../../../scripts/source-queries/hostile-texts.ts";
import { describeUnless, missingDokuWiki } from "../../../left-out.ts";
import { describeContract } from "../contract.ts";

const USERS = [
  { name: "admin", password: "admin-of-the-wiki", groups: ["admin", "user"] },
  { name: "ines", password: "ines-of-the-wiki", groups: ["user", "vault"] },
  { name: "otto", password: "otto-of-the-wiki", groups: ["user"] },
];
const MANY = 24;
const PAGES: Readonly<Record<string, string>> = {
  "plant:pumps": "The zebra pump overheats",
  "plant:notes": "It overheats, the pump, says the zebra",
  "vault:plan": "okapi: the pump is replaced next week",
  ...Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`plant:day${i + 1}`, `gnu of day ${i + 1}`])),
};

describeUnless(missingDokuWiki(), "live sources on DokuWiki", () => {
  let folder: string;
  let server: { pid: number; url: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-dokuwiki-"));
    await makeWiki(folder, {
      users: USERS,
      rules: [
        ["*", "@user", 8],
        ["vault:*", "@user", 0],
        ["vault:*", "@vault", 8],
      ],
    });
    server = await serveWiki(folder);
    for (const [id, text] of Object.entries(PAGES)) await put(server.url, id, text);
  }, 180_000);
  afterAll(async () => {
    process.kill(server.pid, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  const open = () => SOURCE_TYPES.dokuwiki.open("wiki", { url: server.url }, { fetch });

  describeContract("dokuwiki", async () => ({
    source: open(),
    insider: callerOf("ines"),
    outsider: callerOf("otto"),
    stranger: Caller.withTokens("stranger", { wiki: "ines:of-another-wiki" }),
    shared: "zebra",
    secret: "okapi",
    phrase: "pump overheats",
    many: { word: "gnu", count: MANY },
    unknownId: "plant:nothing_there",
  }));

  it("gives no page that 150 hostile phrases do not stand in, and nothing of another's namespace", async () => {
    const random = makeRandom("hostile", "dokuwiki");
    const wrong: [string, string][] = [];
    let found = 0;
    for (let at = 0; at < 150; at++) {
      // Every third begins with what stands in pages, so that something is there to be found.
      const keyword = `${at % 3 === 0 ? "pump" : ""}${hostileText(random)}`;
      const query = { keywords: [keyword], match: "all", filters: {} } as const;
      const outcome = await open().search(query, { limit: 100, pages: 1 }, callerOf("otto"));
      // A phrase of words so long that no page has one of their length: DokuWiki answers 200 with PHP's TypeError, which is not nothing found.
      if (outcome.type === "refused" || (outcome.type === "unreadable" && outcome.message.includes("TypeError")))
        continue;
      if (outcome.type !== "found") throw new Error(`${JSON.stringify(keyword)}: ${JSON.stringify(outcome)}`);
      found += outcome.items.length;
      const phrase = keyword
        .toLowerCase()
        .replace(/["*\s\p{C}\p{Z}]+/gu, " ")
        .trim();
      for (const { id } of outcome.items) {
        const text = PAGES[id]?.toLowerCase() ?? "";
        if (!text.includes(phrase) || id.startsWith("vault:")) wrong.push([keyword, id]);
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  }, 60_000);
});

function callerOf(name: string): Caller {
  const password = USERS.find((user) => user.name === name)?.password ?? "";
  return Caller.withTokens(name, { wiki: `${name}:${password}` });
}

async function put(url: string, id: string, text: string): Promise<void> {
  const authorization = `Basic ${Buffer.from("admin:admin-of-the-wiki").toString("base64")}`;
  const body = writeCall("wiki.putPage", [id, text]).replace(
    "</params>",
    "<param><value><struct></struct></value></param></params>",
  );
  const answer = await fetch(`${url}/lib/exe/xmlrpc.php`, { method: "POST", headers: { authorization }, body });
  const said = await answer.text();
  if (!said.includes("<boolean>1</boolean>")) throw new Error(`${id}: ${answer.status} ${said.slice(0, 300)}`);
}
