import type { StreamedCorpus } from "../../../db/ports/corpus.ts";
import { type KnownCorpus, knowCorpus } from "../../../import/known-corpus.ts";
import { loadCorpus } from "../../../import/load.ts";
import type { DataRedactor } from "../../../import/redaction/redactor.ts";
import { type HiddenLinks, hideLinks } from "../../../scenarios/discovery/hide-links.ts";
import { type HeldOut, holdOut } from "../../../scenarios/faults/hold-out.ts";
import { FAULT_QUERIES } from "../../../scenarios/set/suite-names.ts";
import type { Config } from "../../record/config/schema.ts";
import { redactorOf } from "../../record/config/to-redactor.ts";
import type { Effects } from "../../record/effects.ts";

type Source = Pick<Config, "corpus" | "scenarios" | "redaction">;
type Needed = Pick<Effects, "cacheDirectory" | "environment">;

/** Whether the configuration's scenarios ask for what is taken out of its corpus: then the corpus' own hash names no snapshot of the run. */
export function takesOut({ scenarios: { suite } }: Pick<Config, "scenarios">): boolean {
  return suite === "discovery" || suite === "faults";
}

/**
 * The corpus that agents work on: the configuration's, without what its suite takes out (links that are to be discovered, reports
 * that are asked). Its hash is kept in the cache, so that whoever opens its snapshot next need not read it.
 */
export async function corpusOf(config: Source, effects: Needed): Promise<StreamedCorpus> {
  if (config.scenarios.suite === "discovery")
    return (await hiddenLinksOf(config, await redactorOf(config, effects.environment))).corpus;
  if (config.scenarios.suite === "faults") return corpusOfFaults(config, await redactorOf(config, effects.environment));
  return (await knownCorpusOf(config, effects)).load();
}

/** The configuration's corpus by its hash, links and all. */
export async function knownCorpusOf(config: Source, { cacheDirectory, environment }: Needed): Promise<KnownCorpus> {
  return knowCorpus(config.corpus, { cacheDirectory, redactor: await redactorOf(config, environment) });
}

export async function hiddenLinksOf(
  { corpus, scenarios }: Source,
  redactor: DataRedactor | null,
): Promise<HiddenLinks> {
  return hideLinks(await loadCorpus(corpus, redactor), scenarios);
}

async function corpusOfFaults(config: Source, redactor: DataRedactor | null): Promise<StreamedCorpus> {
  const { corpus } = await heldOutReportsOf(config, redactor);
  const { patterns, seed } = config.scenarios;
  if (!patterns) return corpus;
  const { withPatternsOfReports } = await import("../patterns/of-what-is-left.ts");
  return withPatternsOfReports(corpus, seed);
}

export async function heldOutReportsOf(
  { corpus, scenarios: { seed, total } }: Source,
  redactor: DataRedactor | null,
): Promise<HeldOut> {
  return holdOut(await loadCorpus(corpus, redactor), { seed, most: Math.ceil(total / FAULT_QUERIES.length) });
}
