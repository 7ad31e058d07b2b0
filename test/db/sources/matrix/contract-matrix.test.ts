import { beforeAll, expect, it } from "vitest";
import { writeMatrixQuery } from "../../../../db/sources/matrix/search-query.ts";
import { describeOn } from "../../../servers.ts";
import { describeContract } from "../contract.ts";
import { searchHostile } from "../hostile.ts";
import { type FilledSynapse, fillSynapse } from "./world.ts";

describeOn(["Synapse"], "live sources on Synapse", () => {
  let server: FilledSynapse;
  beforeAll(async () => {
    server = await fillSynapse();
  });

  const world = () => server.world(server.url);
  const ask = (...keywords: string[]) => ({ keywords, match: "all", filters: {} }) as const;
  const ALL = { limit: 500, pages: 20 };

  describeContract("matrix", async () => world());

  it("gives a single reply of a thread with the message that it hangs below, and opens the thread whole", async () => {
    const { source, outsider, shared } = world();
    const { plant, root } = server;
    const found = await source.search(ask(shared), ALL, outsider);
    const items = found.type === "found" ? found.items : [];
    expect(items.map(({ parent }) => parent).sort()).toEqual([`${plant}/${root}`, null].sort());
    const opened = await source.open(`${plant}/${root}`, outsider);
    expect(opened).toMatchObject({
      type: "opened",
      item: { title: "plant", parts: [{ text: expect.stringContaining("It overheats"), parent: `${plant}/${root}` }] },
    });
  });

  it("shows nothing of a room to whom has left it, nor to whom was never there", async () => {
    const { source, shared } = world();
    const { plant, users, callerOf } = server;
    const seen = () => source.search(ask(shared), ALL, callerOf("uta"));
    expect(await seen()).toMatchObject({ type: "found", items: [] });
    await users.uta.join(plant);
    expect(await seen()).toMatchObject({ type: "found", items: [{}, {}] });
    await users.uta.call("POST", `rooms/${encodeURIComponent(plant)}/leave`, {});
    expect(await seen()).toMatchObject({ type: "found", items: [] });
  });

  it("gives no message that 300 hostile phrases do not stand in, and nothing of another's room", async () => {
    // Without what Synapse leaves out of a phrase.
    const plain = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
    const sent = (keyword: string) => writeMatrixQuery({ keywords: [keyword], match: "all" }).replaceAll('"', "");
    const { source, outsider } = world();
    const { found, wrong } = await searchHostile(source, outsider, {
      isRight: ({ container, snippet }, keyword) =>
        container !== server.vault && plain(snippet).includes(plain(sent(keyword))),
    });
    expect(found).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});
