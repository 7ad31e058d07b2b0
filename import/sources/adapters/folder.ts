import { CORPUS_FILES, readCorpusParts } from "../../folder/read-parts.ts";
import type { SourceAdapter } from "../source.ts";

/** The project's own format, which everything else is turned into. */
export const folderAdapter: SourceAdapter = {
  name: "folder",
  reads: "the project's own format: a folder with artifacts.jsonl, links.csv and, optionally, corpus.yaml",
  keeps: "everything",
  drops: "nothing; NUL characters and halves of surrogate pairs in texts become U+FFFD",
  claim: ({ name }) =>
    name === CORPUS_FILES.artifacts ? { certainty: 1, why: `it holds ${CORPUS_FILES.artifacts}`, whole: true } : null,
  async read({ path }, { problems }) {
    const { file, artifacts, records, links, notes } = await readCorpusParts(path, problems);
    return {
      artifacts: [...artifacts],
      links: links.map((link) => ({ ...link, place: CORPUS_FILES.links })),
      records,
      counts: { artifacts: artifacts.length, links: links.length },
      mapping: file,
      notes,
    };
  },
};
