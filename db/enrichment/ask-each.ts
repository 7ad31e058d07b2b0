import pLimit from "p-limit";
import type { z } from "zod";
import type { EnrichmentReport, EnrichmentUsage } from "../ports/substrate-manifest.ts";
import { openEnrichmentCache } from "./cache.ts";
import type { EnrichmentModel, EnrichmentQuestion } from "./enrichment.ts";

/** What one pass may use. Absent = no limit of that kind. */
interface EnrichmentBudget {
  maxCalls: number;
  maxTokens?: number;
  maxCostUsd?: number;
}

export interface AskingPass<T> {
  cacheDirectory: string;
  /** Null: nothing is asked, what is in the cache is taken. */
  model: EnrichmentModel<T> | null;
  modelId: string;
  budget: EnrichmentBudget;
  concurrency: number;
  signal: AbortSignal;
  progress?: (done: number, total: number) => void;
}

/** One thing to ask about. */
export interface EnrichmentItem<T> {
  id: string;
  /** SHA-256 of what is asked about. */
  hash: string;
  /** Made when its turn comes. */
  question(): EnrichmentQuestion<T>;
}

/**
 * Asks about each thing that has no answer yet, within the budget. Every answer is on disk before the next is counted, so a
 * pass that is killed or runs out of budget goes on where it was. What failed is asked again by the next pass.
 */
export async function askEach<T>(
  asked: readonly EnrichmentItem<T>[],
  { promptHash, schema, ...pass }: AskingPass<T> & { promptHash: string; schema: z.ZodType<T> },
): Promise<{ values: Map<string, T>; report: EnrichmentReport }> {
  const cache = await openEnrichmentCache<T>(pass.cacheDirectory, { modelId: pass.modelId, promptHash, schema });
  const missing = asked.filter(({ hash }) => cache.get(hash) === undefined);
  const report = await askAll(missing, { pass, cache });
  const found = asked.flatMap(({ id, hash }): [string, T][] => {
    const value = cache.get(hash);
    return value === undefined ? [] : [[id, value]];
  });
  return {
    values: new Map(found),
    report: { ...report, cached: found.length - report.answered, left: asked.length - found.length - failures(report) },
  };
}

/** A refused key or a wrong model name fails every text: no need to try them all. */
const MAX_FAILED_IN_A_ROW = 10;

type Tally = Omit<EnrichmentReport, "cached" | "left">;

async function askAll<T>(
  texts: readonly EnrichmentItem<T>[],
  { pass, cache }: { pass: AskingPass<T>; cache: Awaited<ReturnType<typeof openEnrichmentCache<T>>> },
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
  const askOne = async ({ hash, question }: EnrichmentItem<T>): Promise<void> => {
    tally.stopped_by ??= stopped(tally, { calls, failedInARow, pass });
    if (tally.stopped_by !== null) return;
    calls++;
    const answer = await model.ask(question(), signal).catch((error: unknown) => {
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
  { calls, failedInARow, pass }: { calls: number; failedInARow: number; pass: AskingPass<unknown> },
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
