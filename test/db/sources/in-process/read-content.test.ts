import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import { readServedContent } from "../../../../db/sources/in-process/read-content.ts";
import { ROOT } from "../../../docs/pages.ts";
import { nonEmpty } from "../../../non-empty.ts";

async function fileWith(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "scopebench-served-")), "sources.json");
  await writeFile(path, text);
  return path;
}

describe("what in-process sources serve, from a file", () => {
  it("is read as it was written", async () => {
    const { members, places, items } = await readServedContent(join(ROOT, "examples/sources/sources.json"));
    expect([members.length, places.length > 0, items.length > 0]).toEqual([12, true, true]);
  });

  it("is refused whole where it is missing, no JSON, or lacks a member", async () => {
    const paths = ["/nowhere/sources.json", await fileWith("{"), await fileWith('{"members": [], "places": []}')];
    for (const path of nonEmpty(paths)) await expect(readServedContent(path)).rejects.toThrow(UserError);
  });
});
