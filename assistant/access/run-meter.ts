import type { ModelConfig, TokenUsage } from "../../agent/contract.ts";
import { AgentLimitReached } from "../../agent/workflows/execution.ts";
import { Refused } from "../protocol.ts";
import type { AssistantService } from "../service.ts";
import type { StoredThread } from "../store/store.ts";
import { addSpent, costOfModel, isBounded, NOTHING_SPENT, type RunSpending, usedUp } from "./spending.ts";

/** What was spent before a run: on its thread, and by who asks in the last 24 hours. */
export interface Balance {
  thread: RunSpending;
  day: RunSpending;
}

/** Nothing is looked up where nothing is bounded. */
export async function balanceOf(service: AssistantService, thread: StoredThread): Promise<Balance> {
  const { session, userLimits } = service.options;
  if (!isBounded(session) && !isBounded(userLimits.perDay)) return { thread: NOTHING_SPENT, day: NOTHING_SPENT };
  const [ofThread, day] = await Promise.all([
    service.store.spentOn(thread.id),
    service.store.spentBy(service.principal.name),
  ]);
  return { thread: ofThread, day };
}

/** @throws Refused 429 where nothing is left */
export function checkBalance({ options }: AssistantService, balance: Balance): void {
  const end = endOf(options, balance);
  if (end) throw new Refused(429, end);
}

type Budgets = Pick<AssistantService["options"], "session" | "userLimits">;

/** Why no more may be spent, and what to do; null while there is some left. */
function endOf({ session, userLimits }: Budgets, { thread, day }: Balance): string | null {
  const ofThread = usedUp(thread, session);
  if (ofThread) return `this conversation has used all of its ${ofThread}; what was found is kept: start a new one`;
  const ofDay = usedUp(day, userLimits.perDay);
  return ofDay && `you have used all of your ${ofDay} of 24 hours; ask again later, or whoever runs the service`;
}

/** Counts what a run spends, and ends it when nothing is left. */
export class RunMeter {
  #spent: RunSpending = NOTHING_SPENT;
  readonly #balance: Balance;
  readonly #options: Budgets & { model: ModelConfig; onChange(meter: RunMeter): void };

  constructor(balance: Balance, options: Budgets & { model: ModelConfig; onChange(meter: RunMeter): void }) {
    this.#balance = balance;
    this.#options = options;
  }

  /** Of this run. */
  get spent(): RunSpending {
    return this.#spent;
  }

  /** Of its thread. */
  get spentOnThread(): RunSpending {
    return addSpent(this.#balance.thread, this.#spent);
  }

  /** Before a request to a model. @throws AgentLimitReached, which ends the run */
  check(): void {
    const { thread, day } = this.#balance;
    const end = endOf(this.#options, { thread: addSpent(thread, this.#spent), day: addSpent(day, this.#spent) });
    if (end) throw new AgentLimitReached("budget_used_up", end);
  }

  /** @param usage of the whole run so far */
  modelAnswered(usage: TokenUsage): void {
    const { modelCalls } = this.#spent;
    const tokens = usage.input + usage.output;
    this.#change({ modelCalls: modelCalls + 1, tokens, costUsd: costOfModel(this.#options.model, usage) });
  }

  toolCalled(): void {
    this.#change({ toolCalls: this.#spent.toolCalls + 1 });
  }

  #change(change: Partial<RunSpending>): void {
    this.#spent = { ...this.#spent, ...change };
    this.#options.onChange(this);
  }
}
