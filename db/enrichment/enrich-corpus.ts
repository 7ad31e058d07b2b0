import pLimit from "p-limit";
import { hashOf } from "../../base/hash.ts";
import type { StreamedCorpus } from "../ports/corpus.ts";
import { artifactsOf, mapStreamed } from "../ports/corpus-rows.ts";
import { bodyOf, nameOf } from "../ports/entity-text.ts";
import type { EnrichmentReport, EnrichmentUsage } from "../ports/substrate-manifest.ts";
import { type EnrichmentCache, openEnrichmentCache } from "./cache.ts";
import type { Enrichment, EnrichmentModel } from "./enrichment.ts";
import { enrichmentQuestion } from "./prompt.ts";

/** What one pass may use. Absent = no limit of that kind. */
interface EnrichmentBudget {
  maxCalls: number;
  maxTokens?: number;
  maxCostUsd?: number;
}

export interface EnrichmentPass {
  corpus: StreamedCorpus;
  cacheDirectory: string;
  /** Null: nothing is asked, what is in the cache is taken. */
  model: EnrichmentModel | null;
  modelId: string;
  budget: EnrichmentBudget;
  concurrency: number;
  signal: AbortSignal;
  progress?: (done: number, total: number) => void;
}

/** What the model said about a corpus so far, by artifact id, and what it took to learn it. */
export interface CorpusEnrichment {
  model: string;
  values: ReadonlyMap<string, Enrichment>;
  report: EnrichmentReport;
}

/**
 * Describes backlog items, then test cases, one question each. Every answer is on disk before the next is counted, so a
 * pass that is killed or runs out of budget goes on where it was. A failed text is asked again by the next pass.
 */
export async function enrichCorpus(pass: EnrichmentPass): Promise<CorpusEnrichment> {
  const cache = await openEnrichmentCache(pass.cacheDirectory, pass.modelId);
  const texts = textsOf(pass.corpus);
  const missing = texts.filter(({ hash }) => cache.get(hash) === undefined);
  const report = await askAll(missing, { pass, cache });
  const found = texts.flatMap(({ id, hash }): [string, Enrichment][] => {
    const value = cache.get(hash);
    return value ? [[id, value]] : [];
  });
  return {
    model: pass.modelId,
    values: new Map(found),
    report: { ...report, cached: found.length - report.answered, left: texts.length - found.length - failures(report) },
  };
}

/** A refused key or a wrong model name fails every text: no need to try them all. */
const MAX_FAILED_IN_A_ROW = 10;

interface Text {
  id: string;
  text: string;
  hash: string;
}

function textsOf(corpus: StreamedCorpus): Text[] {
  const rows = mapStreamed(corpus);
  const wanted = (["backlog_item", "test_case"] as const).flatMap((role) => artifactsOf(rows, role));
  return wanted.map((artifact) => {
    const text = `${nameOf(artifact)}\n\n${bodyOf(artifact)}`;
    return { id: artifact.id, text, hash: hashOf([artifact.id, text]) };
  });
}

type Tally = Omit<EnrichmentReport, "cached" | "left">;

async function askAll(
  texts: readonly Text[],
  { pass, cache }: { pass: EnrichmentPass; cache: EnrichmentCache },
): Promise<Tally> {
  const tally: Tally = {
    answered: 0,
    failed: {},
    stopped_by: null,
    usage: { tokens_in: 0, tokens_out: 0, cost_usd: 0 },
  };
  const { model, signal } = pass;
  if (model === null) return tally;
  const limit = pLimit(pass.concurrency);
  let [calls, failedInARow] = [0, 0];
  const askOne = async ({ id, text, hash }: Text): Promise<void> => {
    tally.stopped_by ??= stopped(tally, { calls, failedInARow, pass });
    if (tally.stopped_by !== null) return;
    calls++;
    const answer = await model.ask(enrichmentQuestion({ id, text }), signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (answer === null) return;
    tally.usage = added(tally.usage, answer.usage);
    if (answer.type === "answered") {
      await cache.add({ hash, servedModel: answer.servedModel, value: answer.value });
      tally.answered++;
      failedInARow = 0;
    } else {
      tally.failed[answer.reason] = (tally.failed[answer.reason] ?? 0) + 1;
      failedInARow++;
    }
    pass.progress?.(tally.answered + failures(tally), texts.length);
  };
  await Promise.all(texts.map((text) => limit(askOne, text)));
  return tally;
}

/** Calls that are under way end after a limit is met: the overshoot is at most `concurrency` answers. */
function stopped(
  { usage }: Tally,
  { calls, failedInARow, pass }: { calls: number; failedInARow: number; pass: EnrichmentPass },
): EnrichmentReport["stopped_by"] {
  const { budget, signal } = pass;
  if (signal.aborted) return "aborted";
  if (failedInARow >= MAX_FAILED_IN_A_ROW) return "failing";
  if (calls >= budget.maxCalls) return "max_calls";
  if (budget.maxTokens !== undefined && usage.tokens_in + usage.tokens_out >= budget.maxTokens) return "max_tokens";
  if (budget.maxCostUsd !== undefined && (usage.cost_usd ?? 0) >= budget.maxCostUsd) return "max_cost";
  return null;
}

function added(a: EnrichmentUsage, b: EnrichmentUsage): EnrichmentUsage {
  return {
    tokens_in: a.tokens_in + b.tokens_in,
    tokens_out: a.tokens_out + b.tokens_out,
    cost_usd: a.cost_usd === null || b.cost_usd === null ? null : a.cost_usd + b.cost_usd,
  };
}

function failures({ failed }: Pick<Tally, "failed">): number {
  return Object.values(failed).reduce((sum, count) => sum + count, 0);
}
