import type { CorpusMapping } from "../../../db/ports/corpus.ts";
import type { Names } from "../../print/json-text.ts";

/** A corpus' mapping is written as in corpus.yaml. */
export const MAPPING_NAMES: Names<CorpusMapping> = {
  artifactTypes: "artifactTypes",
  idPatterns: "idPatterns",
  linkKinds: "linkKinds",
};

/** Questions that came with a corpus, in its folder. */
export const SCENARIO_FILE = "scenarios.yaml";
