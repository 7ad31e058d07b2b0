import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../../base/hash.ts";
import type { Notebook } from "../../../../../harness/show/report/notebooks/notebook.ts";
import { decodeNotebook, encodeNotebook } from "../../../../../reports/src/components/query/address.ts";

const NOTEBOOK: Notebook = {
  run: "2026-11-26T12-03-48Z",
  title: "Why ä?",
  cells: [
    { type: "sql", text: "SELECT 'ä \u{1f600}', \"ndcg@10\"\nFROM executions", title: "Which?", name: "q1" },
    { type: "plot", text: '{"marks": []}' },
    { type: "text", text: "**so**" },
  ],
};

function addressOf(text: string): string {
  return `#cells=${deflateRawSync(text).toString("base64url")}`;
}

describe("cells in the address", () => {
  it("come back as they were, with their titles and their run, from signs that no program rewrites", async () => {
    const address = (await encodeNotebook(NOTEBOOK))!;
    expect(address).toMatch(/^#cells=[\w-]+$/);
    expect(await decodeNotebook(address)).toEqual(NOTEBOOK);
    expect(await encodeNotebook({ ...NOTEBOOK, cells: [] })).toBe("");
  });

  it("are none where the address speaks of something else", async () => {
    expect(await decodeNotebook("#tables")).toBeNull();
  });

  it("are not put there when they are too long for it", async () => {
    const text = Array.from({ length: 400 }, (_, at) => sha256(String(at))).join("");
    expect(await encodeNotebook({ ...NOTEBOOK, cells: [{ type: "sql", text }] })).toBeNull();
  });

  it.each([
    ["cut", async () => (await encodeNotebook(NOTEBOOK))!.slice(0, -9)],
    ["no base64", async () => "#cells=%%%"],
    ["no cells", async () => addressOf('{"a":1}')],
    [
      "with a name that is SQL",
      async () => addressOf('{"run":"","title":"","cells":[{"type":"sql","text":"","name":"a; DROP"}]}'),
    ],
    ["of an unknown kind", async () => addressOf('{"run":"","title":"","cells":[{"type":"js","text":"alert(1)"}]}')],
    ["a bomb", async () => addressOf(JSON.stringify({ ...NOTEBOOK, title: " ".repeat(5_000_000) }))],
  ])("are said to be broken when the address is %s", async (_, address) => {
    await expect(decodeNotebook(await address())).rejects.toThrow("the cells in this address are broken");
  });
});
