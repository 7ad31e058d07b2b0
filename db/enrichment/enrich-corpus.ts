import { hashOf } from "../../base/hash.ts";
import type { StreamedCorpus } from "../ports/corpus.ts";
import { artifactsOf, mapStreamed } from "../ports/corpus-rows.ts";
import { bodyOf, nameOf } from "../ports/entity-text.ts";
import type { EnrichmentReport } from "../ports/substrate-manifest.ts";
import { type AskingPass, askEach, type EnrichmentItem } from "./ask-each.ts";
import { type Enrichment, enrichmentSchema } from "./enrichment.ts";
import { enrichmentQuestion, promptHash } from "./prompt.ts";

export interface EnrichmentPass extends AskingPass<Enrichment> {
  corpus: StreamedCorpus;
}

/** What the model said about a corpus so far, by artifact id, and what it took to learn it. */
export interface CorpusEnrichment {
  model: string;
  values: ReadonlyMap<string, Enrichment>;
  report: EnrichmentReport;
}

/** Describes backlog items, then test cases, one question each. */
export async function enrichCorpus({ corpus, ...pass }: EnrichmentPass): Promise<CorpusEnrichment> {
  const asked = await askEach(textsOf(corpus), { ...pass, promptHash: promptHash(), schema: enrichmentSchema });
  return { model: pass.modelId, ...asked };
}

function textsOf(corpus: StreamedCorpus): EnrichmentItem<Enrichment>[] {
  const rows = mapStreamed(corpus);
  const wanted = (["backlog_item", "test_case"] as const).flatMap((role) => artifactsOf(rows, role));
  return wanted.map((artifact) => {
    const [id, text] = [artifact.id, `${nameOf(artifact)}\n\n${bodyOf(artifact)}`];
    return { id, hash: hashOf([id, text]), question: () => enrichmentQuestion({ id, text }) };
  });
}
