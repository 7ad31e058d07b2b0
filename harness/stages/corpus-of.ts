import { knowCorpus } from "../../db/corpora/known-corpus.ts";
import { loadCorpus } from "../../db/corpora/load.ts";
import type { StreamedCorpus } from "../../db/corpus.ts";
import { type HiddenLinks, hideLinks } from "../../scenarios/discovery/hide-links.ts";
import type { Config } from "../config/schema.ts";

type Source = Pick<Config, "corpus" | "scenarios">;

/**
 * The corpus that agents work on: the configuration's, without the links that its discovery suite hides. Its hash is kept in the
 * cache, so that whoever opens its snapshot next need not read it.
 */
export async function corpusOf(config: Source, cacheDirectory: string): Promise<StreamedCorpus> {
  if (config.scenarios.suite === "discovery") return (await hiddenLinksOf(config)).corpus;
  return (await knowCorpus(config.corpus, cacheDirectory)).load();
}

export async function hiddenLinksOf({ corpus, scenarios }: Source): Promise<HiddenLinks> {
  return hideLinks(await loadCorpus(corpus), scenarios);
}
