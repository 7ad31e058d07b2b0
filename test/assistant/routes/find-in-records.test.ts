import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeReader } from "../../../assistant/change/change-reader.ts";
import type { FoundChange } from "../../../assistant/change/found-change.ts";
import { namedItems } from "../../../assistant/change/named-items.ts";
import { readChangeText } from "../../../assistant/change/read-change.ts";
import { foldName } from "../../../assistant/protocol/item-index.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { type Served, serveSmall } from "../served.ts";

let served: Served;
beforeAll(async () => {
  served = await serveSmall("memory://");
});
afterAll(() => served?.close());

const read = async (text: string) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${served.url}/changes/read`, {
    method: "POST",
    headers,
    body: JSON.stringify({ text }),
  });
  return { status: response.status, body: (await response.json()) as FoundChange };
};

it("finds the records of a list of ids, says which have none, and repeats none in words", async () => {
  const { body } = await read("REQ-201, MSG-7;\nREQ-999\n");
  expect(body).toMatchObject({ told: "", unknown: ["REQ-999"], near: [] });
  expect(body.items.map(({ id }) => id)).toEqual(["MSG-7", "REQ-201"]);
});

it("offers what is nearest, of what may change and not of tests, where nothing is named", async () => {
  const { body } = await read(
    "The user equipment moves to the target cell while a video call goes on, and the call drops.",
  );
  expect(body.items).toEqual([]);
  expect(body.near.length).toBeGreaterThan(3);
  expect(body.near.map(({ type }) => type)).not.toContain("test_case");
  expect(body.near.map(({ id }) => id)).toContain("REQ-201");
});

it("reads a text in a thread of its own: others are served meanwhile", async () => {
  const slow = read("REQ-201 ".repeat(12_000)).then(() => "the text");
  const ok = fetch(`${served.url}/ok`).then(() => "the others");
  expect(await Promise.race([slow, ok])).toBe("the others");
  await slow;
});

it("gives up a text that takes too long, and reads the next one", async () => {
  const reader = new ChangeReader(await readSmallSubstrate(), 1);
  const long = reader.read("REQ-201 ".repeat(200_000));
  await expect(long).rejects.toMatchObject({ status: 413 });
  await reader.close();
  const { body } = await read("MSG-7");
  expect(body.items.map(({ id }) => id)).toEqual(["MSG-7"]);
});

it("names each record once, however often and however many are named", () => {
  const entries = Array.from({ length: 300 }, (_, at) => ({
    ...{ item: { id: `src/f${at}.c`, type: "other", title: `f${at}` }, text: "" },
    names: [{ match: "id" as const, text: foldName(`src/f${at}.c`), shown: `src/f${at}.c` }],
  }));
  const ids = new Set(entries.map(({ item }) => item.id));
  const file = (id: string) => `--- a/${id}\n+++ b/${id}\n@@ -1 +1 @@\n-1\n+2\n`;
  const change = readChangeText([...ids, ...ids].map(file).join(""));
  expect(namedItems(entries, { ids, change }).map(({ id }) => id)).toEqual([...ids]);
});

it("takes a record whose whole name is a name in code, and no operator of a search for one", async () => {
  const diff = '--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-send(PathSwitch_v1);\n+-send("Path_Switch_Request") OR NOT (;\n';
  const { status, body } = await read(diff);
  expect(status).toBe(200);
  expect(body.items).toEqual([expect.objectContaining({ type: "message", by: "Path_Switch_Request" })]);
  expect((await read("")).status).toBe(422);
});

it("finds a file under another root, a function of it, and none of two alike", () => {
  const entries = ["src/a.c", "src/a.c::run", "x/b.c", "y/b.c", "c.c"].map((id) => ({
    item: { id, type: "other", title: id },
    text: "",
    names: [{ match: "id" as const, text: foldName(id), shown: id }],
  }));
  const file = (path: string, inside = "") =>
    `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@ void ${inside}(int x)\n-1\n+2\n`;
  const ids = (text: string) =>
    namedItems(entries, { ids: new Set(), change: readChangeText(text) }).map(({ id }) => id);
  expect(ids(file("repo/src/a.c", "stop"))).toEqual(["src/a.c"]);
  expect(ids(file("src/a.c", "run"))).toEqual(["src/a.c::run"]);
  expect(ids(file("b.c") + file("lib/c.c") + file("other/xc.c"))).toEqual(["c.c"]);
});
