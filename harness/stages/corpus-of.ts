import { loadCorpus, streamCorpus } from "../../db/corpora/load.ts";
import type { StreamedCorpus } from "../../db/corpus.ts";
import { type HiddenLinks, hideLinks } from "../../scenarios/discovery/hide-links.ts";
import type { Config } from "../config/schema.ts";

/** The corpus that agents work on: the configuration's, without the links that its discovery suite hides. */
export async function corpusOf(config: Pick<Config, "corpus" | "scenarios">): Promise<StreamedCorpus> {
  return config.scenarios.suite === "discovery" ? (await hiddenLinksOf(config)).corpus : streamCorpus(config.corpus);
}

export async function hiddenLinksOf({ corpus, scenarios }: Pick<Config, "corpus" | "scenarios">): Promise<HiddenLinks> {
  return hideLinks(await loadCorpus(corpus), scenarios);
}
