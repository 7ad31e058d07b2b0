import { describe, expect, it } from "vitest";
import { Caller } from "../../../../db/sources/caller.ts";
import type { ServedContent, ServedItem } from "../../../../db/sources/in-process/content.ts";
import { inProcessSources, memberAsCaller } from "../../../../db/sources/in-process/in-process-source.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { contractChecks, describeContract } from "../contract.ts";

const READABLE = {
  source: "wiki",
  kind: "page",
  place: "ENG",
  parent: null,
  author: "ada",
  restriction: null,
} as const;

function page(id: string, text: string, more: Partial<ServedItem> = {}): ServedItem {
  return { ...READABLE, id, title: `Page ${id}`, text, created: "2026-03-01T09:00:00.000Z", ...more };
}

const CONTENT: ServedContent = {
  members: [
    { id: "ada", name: "Ada", email: "ada@larkfield.example", groups: ["makers"] },
    { id: "bo", name: "Bo", email: "bo@larkfield.example", groups: ["others"] },
  ],
  places: [
    { id: "ENG", source: "wiki", kind: "space", name: "Engineering", restriction: null },
    { id: "talk", source: "chat", kind: "channel", name: "talk", restriction: null },
  ],
  items: [
    page("P1", "A shared meadow."),
    page("P2", "A grove behind the river.", { restriction: { people: ["ada"], groups: [] } }),
    page("P3", "Below it there is a grove too.", { parent: "P2" }),
    page("P4", "The quiet harbour is old."),
    page("P5", "A harbour that is quiet."),
    ...Array.from({ length: 23 }, (_, at) => page(`M${at}`, `Meadow and orchard ${at}.`)),
    {
      ...READABLE,
      source: "chat",
      kind: "message",
      place: "talk",
      id: "C1",
      title: "",
      text: "Root.",
      created: "2026-03-01T09:00:00.000Z",
    },
    {
      ...READABLE,
      source: "chat",
      kind: "message",
      place: "talk",
      id: "C2",
      parent: "C1",
      title: "",
      text: "Reply.",
      created: "2026-03-01T10:00:00.000Z",
    },
  ],
};

function worldOf(rights: "caller" | "service") {
  return {
    source: inProcessSources(CONTENT, rights)[0]!,
    insider: memberAsCaller("ada"),
    outsider: memberAsCaller("bo"),
    stranger: memberAsCaller("nobody"),
    shared: "meadow",
    secret: "grove",
    phrase: "quiet harbour",
    many: { word: "orchard", count: 23 },
    unknownId: "P99",
  };
}

describeContract("in process", async () => worldOf("caller"));

describe("in-process sources", () => {
  it("fail the contract's rights where a service account searches, and nothing else of it", async () => {
    const failed: string[] = [];
    for (const { title, check } of nonEmpty(contractChecks))
      await check(worldOf("service")).catch(() => failed.push(title));
    expect(failed).toEqual(["shows a caller without rights nothing: neither by search, nor by id, nor by a count"]);
  });

  it("go by the token, not by what a caller is called", async () => {
    const [wiki] = inProcessSources(CONTENT);
    const posing = Caller.withTokens("ada", { wiki: "token of bo" });
    const ask = { keywords: ["grove"], match: "any", filters: {} } as const;
    expect(await wiki!.search(ask, { limit: 10, pages: 1 }, posing)).toMatchObject({ type: "found", items: [] });
  });

  it("hide what stands below a restricted page", async () => {
    const [wiki] = inProcessSources(CONTENT);
    expect(await wiki!.open("P3", memberAsCaller("ada"))).toMatchObject({ type: "opened" });
    expect(await wiki!.open("P3", memberAsCaller("bo"))).toMatchObject({ type: "gone" });
  });

  it("open a message with the replies to it", async () => {
    const chat = inProcessSources(CONTENT)[1]!;
    expect(await chat.open("C1", memberAsCaller("bo"))).toMatchObject({
      item: { parts: [{ id: "C2", text: "Reply." }] },
    });
  });
});
