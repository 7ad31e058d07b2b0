import type { ModelConfig } from "../../../agent/contract.ts";
import type { Verdict } from "../../domain/records.ts";
import { type Answer, type AskOptions, ask, type Question } from "./ask.ts";
import { describeFault, JudgeFault, type JudgeFaultCode } from "./faults.ts";

type Attempts = Verdict["attempts"];
export type ChainResult<T> =
  | ({ type: "answered" } & Answer<T> & { attempts: Attempts })
  | { type: "blocked"; reason: string; attempts: Attempts };

/** Times that a provider which answers, but not with a valid form, is asked in all. Each time in a fresh context with another seed. */
const TRIES = 2;

/** Faults of the answer; asking once more may help. Faults of the wire were retried with back-off below. */
const ANSWER_FAULTS: ReadonlySet<JudgeFaultCode> = new Set(["cut_off", "empty", "invalid_json", "schema"]);

/**
 * Asks the providers in order until one gives a valid form. When all are exhausted the result is `blocked`, with every
 * attempt; a fault never becomes a number. Throws only when the signal is aborted.
 */
export async function askChain<T>(
  chain: readonly ModelConfig[],
  question: Question<T>,
  options: Omit<AskOptions, "seed">,
): Promise<ChainResult<T>> {
  const attempts: Attempts = [];
  const faults: JudgeFault[] = [];
  for (const model of chain) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const result = await ask(model, question, { ...options, seed: attempt }).catch((error: unknown) =>
        asFault(error),
      );
      if (!(result instanceof JudgeFault)) return { type: "answered", ...result, attempts };
      faults.push(result);
      attempts.push({ provider: `${model.provider}/${model.model}`, error: describeFault(result) });
      if (!ANSWER_FAULTS.has(result.code)) break;
    }
  }
  return { type: "blocked", reason: `no provider gave a judgement: ${countFaults(faults)}`, attempts };
}

function asFault(error: unknown): JudgeFault {
  if (error instanceof JudgeFault) return error;
  throw error;
}

/** `invalid_json x2, rate_limited x1`, in order of first appearance. */
function countFaults(faults: readonly JudgeFault[]): string {
  const counts = new Map<string, number>();
  for (const { code } of faults) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} x${count}`).join(", ");
}
