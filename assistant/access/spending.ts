import type { ModelConfig, TokenUsage } from "../../agent/contract/contract.ts";
import { costOf } from "../../agent/models/cost.ts";
import type { Budget } from "./rate-limit.ts";

/** What runs took. */
export interface RunSpending {
  modelCalls: number;
  toolCalls: number;
  tokens: number;
  /** Null: a model's price is not known. */
  costUsd: number | null;
}

export const NOTHING_SPENT: RunSpending = { modelCalls: 0, toolCalls: 0, tokens: 0, costUsd: 0 };

export function addSpent(a: RunSpending, b: RunSpending): RunSpending {
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    toolCalls: a.toolCalls + b.toolCalls,
    tokens: a.tokens + b.tokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  };
}

/** A stand-in asks no provider. */
export function costOfModel({ provider, price }: ModelConfig, usage: TokenUsage): number | null {
  return provider === "policy" ? 0 : costOf(price, usage);
}

export function isBounded(budget: Budget): boolean {
  return Object.values(budget).some((most) => most !== null);
}

const WORDS: { [Name in keyof Budget]: string } = {
  modelCalls: "model calls",
  toolCalls: "tool calls",
  tokens: "tokens",
  costUsd: "US dollars",
};

/** What of a budget is used up, as words with the number; null while there is some left of everything. What is not known counts for nothing. */
export function usedUp(spent: RunSpending, budget: Budget): string | null {
  for (const [name, words] of Object.entries(WORDS) as [keyof Budget, string][]) {
    const most = budget[name];
    if (most !== null && (spent[name] ?? 0) >= most) return `${most} ${words}`;
  }
  return null;
}

/** As clients see it: what was spent of what may be, null for no bound and for an unknown cost. */
export function toUsage(spent: RunSpending, budget: Budget) {
  const part = (name: keyof Budget) => ({ used: spent[name], most: budget[name] });
  return {
    model_calls: part("modelCalls"),
    tool_calls: part("toolCalls"),
    tokens: part("tokens"),
    cost_usd: part("costUsd"),
  };
}
