import type { ModelConfig, TokenUsage } from "../../../../agent/contract/contract.ts";
import { costOf } from "../../../../agent/models/cost.ts";
import { NO_USAGE } from "../../../../agent/models/usage.ts";
import type { JudgeUsage, Verdict } from "../../../record/domain/records.ts";
import { ask, type FormRequest, type FormRequestOptions } from "./ask.ts";
import { describeFault, JudgeFault, type JudgeFaultCode } from "./faults.ts";

type Attempts = Verdict["attempts"];
export type ChainResult<T> = { attempts: Attempts; usage: JudgeUsage } & (
  | { type: "answered"; value: T; servedModel: string }
  | { type: "blocked"; reason: string }
);

/** Times that a provider which answers, but not with a valid form, is asked in all. Each time in a fresh context with another seed. */
const TRIES = 2;

/** Faults of the answer; asking once more may help. Faults of the wire were retried with back-off below. */
const ANSWER_FAULTS: ReadonlySet<JudgeFaultCode> = new Set([
  "cut_off",
  "empty",
  "invalid_json",
  "schema",
  "contradiction",
  "unfounded_claim",
]);

/**
 * Asks the providers in order until one gives a valid form. When all are exhausted the result is `blocked`, with every
 * attempt; a fault never becomes a number. Throws only when the signal is aborted.
 * `judging`: which asking of the same question it is, from 0; each has seeds of its own.
 */
export async function askChain<T>(
  chain: readonly ModelConfig[],
  question: FormRequest<T>,
  { judging = 0, ...options }: Omit<FormRequestOptions, "seed"> & { judging?: number | undefined },
): Promise<ChainResult<T>> {
  const attempts: Attempts = [];
  const faults: JudgeFault[] = [];
  const meter = makeMeter();
  for (const model of chain) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const result = await ask(model, question, { ...options, seed: judging * TRIES + attempt }).catch(faultOnly);
      meter.add(model, result.tokens);
      if (!(result instanceof JudgeFault)) {
        const { value, servedModel } = result;
        return { type: "answered", value, servedModel, attempts, usage: meter.usage() };
      }
      faults.push(result);
      attempts.push({ provider: `${model.provider}/${model.model}`, error: describeFault(result) });
      if (!ANSWER_FAULTS.has(result.code)) break;
    }
  }
  const reason = `no provider gave a judgement: ${countFaults(faults)}`;
  return { type: "blocked", reason, attempts, usage: meter.usage() };
}

function faultOnly(error: unknown): JudgeFault {
  if (error instanceof JudgeFault) return error;
  throw error;
}

/** Adds up what the answers of several models took. */
function makeMeter(): { add(model: ModelConfig, tokens: TokenUsage | null): void; usage(): JudgeUsage } {
  let usage: JudgeUsage = { tokens_in: 0, tokens_out: 0, tokens_estimated: false, cost: 0 };
  return {
    add({ price }, tokens) {
      // Of a request that was refused nothing is paid; of a model without a price nobody knows.
      const cost = costOf(price, tokens ?? NO_USAGE);
      tokens ??= NO_USAGE;
      usage = {
        tokens_in: usage.tokens_in + tokens.input,
        tokens_out: usage.tokens_out + tokens.output,
        tokens_estimated: usage.tokens_estimated || tokens.estimated,
        cost: cost === null || usage.cost === null ? null : usage.cost + cost,
      };
    },
    usage: () => usage,
  };
}

/** `invalid_json x2, rate_limited x1`, in order of first appearance. */
function countFaults(faults: readonly JudgeFault[]): string {
  const counts = new Map<string, number>();
  for (const { code } of faults) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} x${count}`).join(", ");
}
