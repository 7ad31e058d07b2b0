import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SubstrateOptions, substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import { buildSubstrate, openSubstrate } from "../../../db/substrate.ts";
import { smallCorpus } from "../small-corpus-data.ts";

let folder: string;
let options: SubstrateOptions;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-static-"));
  const path = join(folder, "words.txt");
  await writeFile(path, "paging 1 0 0\nwakeup 0.9 0.1 0\nhandover 0 1 0\nquota 0 0 1\ncharging 0 0.1 0.9\n");
  options = substrateOptionsSchema.parse({ cacheDirectory: folder, embedding: { type: "static", path } });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a substrate over a file of word vectors", () => {
  it("finds by a word that the corpus does not hold, and refuses the file once it is changed", async () => {
    const { snapshot_hash: snapshotHash, back_ends: backEnds } = await buildSubstrate(smallCorpus(), options);
    expect(backEnds).toMatchObject({
      embedding: expect.stringMatching(/^static:words\.txt@[0-9a-f]{8}$/),
      dimensions: 3,
    });
    const substrate = await openSubstrate(snapshotHash, options);
    const [first] = await substrate.search.vector("wakeup", { limit: 1 });
    expect(first!.title).toMatch(/paging/i);
    await substrate.close();
    await writeFile(join(folder, "words.txt"), "paging 0 1 0\n");
    await expect(openSubstrate(snapshotHash, options)).rejects.toMatchObject({ code: "substrate" });
  });

  it("refuses other dimensions than those asked for", async () => {
    const embedding = { ...options.embedding, dimensions: 7 } as SubstrateOptions["embedding"];
    await expect(buildSubstrate(smallCorpus(), { ...options, embedding })).rejects.toMatchObject({
      code: "substrate",
      message: expect.stringContaining("expected 7 dimensions, found 3"),
    });
  });
});
