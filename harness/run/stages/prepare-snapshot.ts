import { countOf } from "../../../base/counts.ts";
import type { Outages } from "../../../base/outages/outages.ts";
import type { SubstrateOptions } from "../../../db/options/substrate-options.ts";
import type { StreamedCorpus } from "../../../db/ports/corpus.ts";
import type { SubstrateManifest } from "../../../db/ports/substrate-manifest.ts";
import { requireWritable } from "../../../db/snapshots/folder-files.ts";
import { buildSubstrate, findSnapshot, readyForFirst, snapshotNamed } from "../../../db/substrate.ts";
import type { Progress } from "../../dag/stage.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import { whileYoungRoomHolds } from "../../record/engine/thrifty-heap.ts";
import { enrich } from "../enrichment/enrich.ts";
import { corpusOf, knownCorpusOf, takesOut } from "./corpus-of.ts";
import { ingestLines, stoppable } from "./ingest-lines.ts";
import { warnOfRoleGaps } from "./role-gaps-text.ts";
import { warnOfSize } from "./size-warning.ts";

export interface SnapshotNeeds {
  config: Config;
  effects: Effects;
  signal: AbortSignal;
  /** Where calls wait for lost servers. */
  outages: Outages;
  /** That of the run: where it is at hand, nobody looks for the corpus. */
  snapshotHash?: string | undefined;
  /** Brings the run's snapshot into the cache where it is not: nobody looks for the corpus then either. */
  fetch?: ((snapshotHash: string) => Promise<void>) | undefined;
  /** Ask the configured model about texts that it has not described yet. Default: what is stored is taken. */
  enrich?: boolean;
  /** Hears of an ingest's steps. Default: they are logged as lines. */
  step?: (step: Progress) => void;
}

/** The snapshot of the configured corpus, built where it is missing. */
export async function prepareSnapshot(needs: SnapshotNeeds, options: SubstrateOptions): Promise<SubstrateManifest> {
  const { config, effects, outages, snapshotHash, fetch } = needs;
  await requireWritable(effects.cacheDirectory);
  const store = { environment: effects.environment, outages };
  if (snapshotHash !== undefined && options.database.type === "embedded") await fetch?.(snapshotHash);
  const named = snapshotHash === undefined ? null : await snapshotNamed(snapshotHash, options, store);
  if (named) return named;
  // Its hash is enough to find a snapshot, unless what a suite takes out or a model's answers have a say.
  const alone = !config.enrichment && !takesOut(config);
  const ready = await readyForFirst(options, store);
  const known = alone ? await knownCorpusOf(config, effects) : null;
  const found = known && (await findSnapshot(known, options, store));
  const manifest =
    found ??
    (await whileYoungRoomHolds(async () => {
      const corpus = await (known?.load() ?? corpusOf(config, effects));
      await ready();
      return build(needs, options, corpus);
    }));
  const { test_cases: testCases, backlog_items: backlogItems, trace_links: traceLinks } = manifest.counts;
  effects.log(
    `corpus ${manifest.mapping.name}: ${countOf(testCases, "test")}, ${countOf(backlogItems, "backlog item")}, ${countOf(traceLinks, "link")}${found ? " (cached)" : ""}`,
  );
  return manifest;
}

async function build(
  { config, effects, signal, outages, enrich: ask = false, step }: SnapshotNeeds,
  options: SubstrateOptions,
  corpus: StreamedCorpus,
): Promise<SubstrateManifest> {
  warnOfRoleGaps(corpus, effects.log);
  warnOfSize(corpus, options, effects.log);
  const enrichment = config.enrichment
    ? await enrich({ corpus, enrichment: config.enrichment, ask, effects, signal })
    : null;
  // A step's end comes as 1 of 1, whatever was counted before.
  const progress = step
    ? (name: string, done: number, total: number) => total > 1 && step({ done, total, what: `ingest: ${name}` })
    : ingestLines(effects.log);
  return buildSubstrate(corpus, options, {
    progress: stoppable(progress, signal),
    environment: effects.environment,
    enrichment,
    outages,
  });
}
