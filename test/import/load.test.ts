import { describe, expect, it } from "vitest";
import { generateTelecomCorpus } from "../../db/corpora/telecom/index.ts";
import { loadCorpus } from "../../import/load.ts";
import { corpusFolder, LINK_ROWS, REQUIREMENT_LINE, TEST_LINE } from "./corpus-folder.ts";

describe("loading a corpus", () => {
  it("generates the synthetic one from its seed and scale", async () => {
    const loaded = await loadCorpus({ type: "telecom", seed: 4, scale: 0.02 });
    expect(loaded.hash).toBe(generateTelecomCorpus({ seed: 4, scale: 0.02 }).hash);
  });

  it("reads a folder, named after it where corpus.yaml gives no name", async () => {
    const folder = await corpusFolder({ artifacts: [TEST_LINE, REQUIREMENT_LINE], links: LINK_ROWS });
    expect((await loadCorpus({ type: "folder", path: `${folder}/` })).mapping.name).toBe(folder.split("/").at(-1));
  });
});
