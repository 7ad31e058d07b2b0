import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../../base/hash.ts";
import { type CellText, decodeCells, encodeCells } from "../../../../../reports/src/components/query/address.ts";

const CELLS: CellText[] = [
  { type: "sql", text: "SELECT 'ä \u{1f600}', \"ndcg@10\"\nFROM executions" },
  { type: "plot", text: '{"marks": []}' },
];

function addressOf(text: string): string {
  return `#cells=${deflateRawSync(text).toString("base64url")}`;
}

describe("cells in the address", () => {
  it("come back as they were, from signs that no program rewrites", async () => {
    const address = (await encodeCells(CELLS))!;
    expect(address).toMatch(/^#cells=[\w-]+$/);
    expect(await decodeCells(address)).toEqual(CELLS);
    expect(await encodeCells([])).toBe("");
  });

  it("are none where the address speaks of something else", async () => {
    expect(await decodeCells("#tables")).toEqual([]);
  });

  it("are not put there when they are too long for it", async () => {
    const text = Array.from({ length: 400 }, (_, at) => sha256(String(at))).join("");
    expect(await encodeCells([{ type: "sql", text }])).toBeNull();
  });

  it.each([
    ["cut", async () => (await encodeCells(CELLS))!.slice(0, -9)],
    ["no base64", async () => "#cells=%%%"],
    ["no cells", async () => addressOf('{"a":1}')],
    ["of an unknown kind", async () => addressOf('[["js","alert(1)"]]')],
    ["a bomb", async () => addressOf(JSON.stringify([["sql", " ".repeat(5_000_000)]]))],
  ])("are said to be broken when the address is %s", async (_, address) => {
    await expect(decodeCells(await address())).rejects.toThrow("the cells in this address are broken");
  });
});
