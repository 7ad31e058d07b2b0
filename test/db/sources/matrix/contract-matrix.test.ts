import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { Caller } from "../../../../db/sources/caller.ts";
import { writeMatrixQuery } from "../../../../db/sources/matrix/search-query.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { hostileText } from "../../../../scripts/source-queries/hostile-texts.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { describeOn, testSynapse } from "../../../servers.ts";
import { describeContract } from "../contract.ts";
import { MatrixUser } from "./homeserver.ts";

/** Words of this run alone: the server keeps what earlier runs wrote. */
const RUN = randomBytes(4).toString("hex");
const MANY = 54;
const [SHARED, SECRET, GNU] = [`zebra${RUN}`, `okapi${RUN}`, `gnu${RUN}`];

describeOn(["Synapse"], "live sources on Synapse", () => {
  const users: Record<string, MatrixUser> = {};
  let [plant, vault, root] = ["", "", ""];
  beforeAll(async () => {
    for (const name of ["ines", "otto", "uta"]) users[name] = await MatrixUser.make(testSynapse(), `${name}-${RUN}`);
    const { ines, otto } = users as Record<"ines" | "otto", MatrixUser>;
    plant = await ines.createRoom({ name: "plant" });
    vault = await ines.createRoom({ name: "vault", private: true });
    await otto.join(plant);
    root = await ines.say(plant, `The ${SHARED} pump overheats`);
    await otto.say(plant, `It overheats, the pump, says the ${SHARED}`, root);
    await ines.say(vault, `${SECRET}: the pump is replaced next week`);
    for (let at = 0; at < MANY; at++) await ines.say(plant, `${GNU} of day ${at}`);
  }, 120_000);

  const source = () => SOURCE_TYPES.matrix.open("chat", { url: testSynapse().url }, { fetch });
  const callerOf = (name: string) => Caller.withTokens(name, { chat: users[name]?.token ?? "" });
  const ask = (...keywords: string[]) => ({ keywords, match: "all", filters: {} }) as const;
  const ALL = { limit: 500, pages: 20 };

  describeContract("matrix", async () => ({
    source: source(),
    insider: callerOf("ines"),
    outsider: callerOf("otto"),
    stranger: Caller.withTokens("stranger", { chat: "syt_bm9ib2R5_of_another_server" }),
    ...{ shared: SHARED, secret: SECRET, phrase: "pump overheats" },
    many: { word: GNU, count: MANY },
    unknownId: `${plant}/$bm90aGluZy10aGVyZS1ub3RoaW5nLXRoZXJlLW5vdGhpbmc`,
  }));

  it("gives a single reply of a thread with the message that it hangs below, and opens the thread whole", async () => {
    const found = await source().search(ask(SHARED), ALL, callerOf("otto"));
    const items = found.type === "found" ? found.items : [];
    expect(items.map(({ parent }) => parent).sort()).toEqual([`${plant}/${root}`, null].sort());
    const opened = await source().open(`${plant}/${root}`, callerOf("otto"));
    expect(opened).toMatchObject({
      type: "opened",
      item: { title: "plant", parts: [{ text: expect.stringContaining("It overheats"), parent: `${plant}/${root}` }] },
    });
  });

  it("shows nothing of a room to whom has left it, nor to whom was never there", async () => {
    const uta = users.uta!;
    expect(await source().search(ask(SHARED), ALL, callerOf("uta"))).toMatchObject({ type: "found", items: [] });
    await uta.join(plant);
    expect(await source().search(ask(SHARED), ALL, callerOf("uta"))).toMatchObject({ type: "found", items: [{}, {}] });
    await uta.call("POST", `rooms/${encodeURIComponent(plant)}/leave`, {});
    expect(await source().search(ask(SHARED), ALL, callerOf("uta"))).toMatchObject({ type: "found", items: [] });
  });

  it("gives no message that 100 hostile phrases do not stand in, and nothing of another's room", async () => {
    const random = makeRandom("hostile", "matrix");
    const keywords = Array.from({ length: 100 }, (_, at) => `${at % 3 === 0 ? "pump " : ""}${hostileText(random)}`);
    // Without what Synapse leaves out of a phrase.
    const plain = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
    const sent = (keyword: string) => writeMatrixQuery({ keywords: [keyword], match: "all" }).replaceAll('"', "");
    const wrong: [string, unknown][] = [];
    let found = 0;
    for (const keyword of nonEmpty(keywords)) {
      const outcome = await source().search(ask(keyword), ALL, callerOf("otto"));
      if (outcome.type === "refused") continue;
      if (outcome.type !== "found") throw new Error(`${JSON.stringify(keyword)}: ${JSON.stringify(outcome)}`);
      found += outcome.items.length;
      const phrase = plain(sent(keyword));
      for (const { container, snippet } of outcome.items)
        if (container === vault || !plain(snippet).includes(phrase)) wrong.push([keyword, snippet]);
    }
    expect(found).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  }, 60_000);
});
