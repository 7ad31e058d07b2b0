import type { CorpusMapping } from "../../db/corpus.ts";
import type { Names } from "../terminal/json-text.ts";

/** A corpus' mapping is written as in corpus.yaml. */
export const MAPPING_NAMES: Names<CorpusMapping> = {
  artifactTypes: "artifactTypes",
  idPatterns: "idPatterns",
  linkKinds: "linkKinds",
};

/** Questions that came with a corpus, in its folder. */
export const SCENARIO_FILE = "scenarios.yaml";
