import type { CorpusPatterns } from "../../../../db/issues/patterns.ts";
import type { NotebookPage } from "./page.ts";

/** Null where the corpus has no patterns. */
export const patternsPage: NotebookPage<CorpusPatterns | null> = {
  file: "patterns",
  title: "Patterns",
  data: { name: "patterns", make: ({ patterns }) => patterns },
  isAbout: ({ patterns }) => patterns !== null,
};
