import { Outages } from "../../../base/outages/outages.ts";
import type { SubstrateOptions } from "../../../db/options/substrate-options.ts";
import type { StreamedCorpus } from "../../../db/ports/corpus.ts";
import type { SubstrateEffects } from "../../../db/substrate.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { toSubstrateOptions } from "../../record/config/to-substrate.ts";
import { makeEffects } from "../../record/effects.ts";
import { enrich } from "../enrichment/enrich.ts";
import { corpusOf } from "../stages/corpus-of.ts";
import { ingestLines, stoppable } from "../stages/ingest-lines.ts";
import { waitMsOf } from "../stages/open-services.ts";
import { warnOfRoleGaps } from "../stages/role-gaps-text.ts";
import { warnOfSize } from "../stages/size-warning.ts";

/** What the functions of db/substrate.ts take, of a configuration. */
export interface IngestInputs {
  corpus: StreamedCorpus;
  options: SubstrateOptions;
  effects: SubstrateEffects;
}

/** `ask` lets the configured language model be asked about texts that it has not described yet. */
export async function ingestInputs({
  config,
  io,
  ask = false,
}: {
  config: Config;
  io: Io;
  ask?: boolean;
}): Promise<IngestInputs> {
  const log = (message: string): void => io.error(` · ${printable(message, { singleLine: true })}`);
  const effects = makeEffects({ ...io, log });
  const options = await toSubstrateOptions(config.substrate, effects);
  const corpus = await corpusOf(config, effects);
  warnOfRoleGaps(corpus, log);
  warnOfSize(corpus, options, log);
  const enrichment = config.enrichment
    ? await enrich({ corpus, enrichment: config.enrichment, ask, effects, signal: io.signal })
    : null;
  return {
    corpus,
    options,
    effects: {
      progress: stoppable(ingestLines(log), io.signal),
      environment: io.environment,
      enrichment,
      log,
      outages: new Outages({ waitMs: waitMsOf(config), signal: io.signal, log }),
    },
  };
}
