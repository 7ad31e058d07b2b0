import { countOf } from "../../../base/counts.ts";
import { type CorpusEnrichment, enrichCorpus } from "../../../db/enrichment/enrich-corpus.ts";
import type { StreamedCorpus } from "../../../db/ports/corpus.ts";
import type { EnrichmentReport } from "../../../db/ports/substrate-manifest.ts";
import type { Config } from "../../record/config/schema.ts";
import { toModelConfig } from "../../record/config/to-agent.ts";
import type { Effects } from "../../record/effects.ts";
import { chatEnrichmentModel, enrichmentModelId } from "./chat-model.ts";

export interface EnrichOptions {
  corpus: StreamedCorpus;
  enrichment: NonNullable<Config["enrichment"]>;
  /** False: only what earlier passes stored is taken, so that a run and its resumption see one snapshot. */
  ask: boolean;
  effects: Pick<Effects, "environment" | "cacheDirectory" | "log">;
  signal: AbortSignal;
}

/** Asks the configured model about the corpus' texts within the budget, and says what came of it. */
export async function enrich({ corpus, enrichment, ask, effects, signal }: EnrichOptions): Promise<CorpusEnrichment> {
  const model = toModelConfig(enrichment.model);
  const result = await enrichCorpus({
    corpus,
    cacheDirectory: effects.cacheDirectory,
    model: ask ? chatEnrichmentModel(model, effects.environment) : null,
    modelId: enrichmentModelId(model),
    budget: budgetOf(enrichment),
    concurrency: enrichment.concurrency,
    signal,
  });
  effects.log(sayEnrichment("enrichment", result));
  return result;
}

export function budgetOf({ max_calls, max_tokens, max_cost_usd }: EnrichOptions["enrichment"]) {
  return { maxCalls: max_calls, maxTokens: max_tokens, maxCostUsd: max_cost_usd };
}

/** What a pass came to, and what it took. */
export function sayEnrichment(
  what: string,
  { model, report }: Pick<CorpusEnrichment, "model" | "report">,
  more = "`scopebench corpus ingest` continues with them",
): string {
  const failures = Object.entries(report.failed).map(([reason, count]) => `${count} failed (${reason})`);
  const { tokens_in: tokensIn, tokens_out: tokensOut, cost_usd: costUsd } = report.usage;
  const used = `${countOf(tokensIn + tokensOut, "token")}, ${costUsd === null ? "cost not known" : `$${costUsd.toFixed(4)}`}`;
  const parts = [`${report.answered} asked`, `${report.cached} stored`, ...failures, used, leftOver(report, more)];
  return `${what} by ${model}: ${parts.filter((part) => part !== "").join(", ")}`;
}

function leftOver({ left, stopped_by: stoppedBy }: EnrichmentReport, more: string): string {
  if (left === 0) return "";
  const reason = stoppedBy === null ? "" : ` (stopped: ${stoppedBy})`;
  return `${countOf(left, "text")} left${reason}: ${more}`;
}
