import type { ModelConfig, ReservedRequest, SpendingMeter } from "../../agent/contract/contract.ts";
import { AgentLimitReached } from "../../agent/contract/failures.ts";
import { ToolFailure } from "../../agent/tools/tool-failure.ts";
import type { Budget } from "../access/rate-limit.ts";
import { addSpent, costOfModel, isBounded, NOTHING_SPENT, type RunSpending, usedUp } from "../access/spending.ts";
import { Refused } from "../protocol/protocol.ts";
import type { StoredThread } from "../store/store.ts";
import type { AssistantService } from "./service.ts";
import type { SpendingLedger } from "./spending-ledger.ts";

/** What was spent before a run: on its thread, and by who asks in the last 24 hours. */
export interface Balance {
  thread: RunSpending;
  day: RunSpending;
}

/** Nothing is looked up where nothing is bounded. */
export async function balanceOf(
  service: AssistantService,
  thread: Pick<StoredThread, "id"> | null,
  name = service.principal.name,
): Promise<Balance> {
  const { session, userLimits } = service.options;
  if (!isBounded(session) && !isBounded(userLimits.perDay)) return { thread: NOTHING_SPENT, day: NOTHING_SPENT };
  const [ofThread, day] = await Promise.all([
    thread ? service.store.spending.on(thread.id) : NOTHING_SPENT,
    service.store.spending.by(name),
  ]);
  return { thread: ofThread, day };
}

/** An early word to who asks: what is taken is reserved, call by call. @throws Refused 429 where nothing is left */
export function checkBalance({ options }: AssistantService, balance: Balance): void {
  const end = endOf(options, balance);
  if (end) throw new Refused(429, end);
}

type Budgets = Pick<AssistantService["options"], "session" | "userLimits">;

/** Why no more may be spent, and what to do; null while there is some left. */
export function endOf({ session, userLimits }: Budgets, { thread, day }: Balance): string | null {
  const ofThread = usedUp(thread, session);
  if (ofThread) return `this conversation has used all of its ${ofThread}; what was found is kept: start a new one`;
  return usedUpToday(day, userLimits.perDay);
}

export function usedUpToday(spent: RunSpending, perDay: Budget): string | null {
  const ofDay = usedUp(spent, perDay);
  return ofDay && `you have used all of your ${ofDay} of 24 hours; ask again later, or ask the operator for more`;
}

/** Of an answer whose length nobody has bounded. */
const OUTPUT_TOKENS = 1000;

interface MeterOptions {
  ledger: SpendingLedger;
  model: ModelConfig;
  /** What the thread had spent before. */
  before: RunSpending;
  /** Why nothing was granted. */
  why(): Promise<string>;
  onChange(meter: RunMeter): void;
}

/** Reserves what a run takes before it is taken, counts it, and ends the run when nothing is left. */
export class RunMeter implements SpendingMeter {
  #spent: RunSpending = NOTHING_SPENT;
  readonly #options: MeterOptions;

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /** Of its thread. */
  get spentOnThread(): RunSpending {
    return addSpent(this.#options.before, this.#spent);
  }

  async request(inputTokens: number): Promise<ReservedRequest> {
    const { ledger, model, why } = this.#options;
    const output = model.maxOutputTokens ?? OUTPUT_TOKENS;
    const costUsd = costOfModel(model, { input: inputTokens, output, estimated: true }) ?? 0;
    const reserved = { modelCalls: 1, toolCalls: 0, tokens: inputTokens + output, costUsd };
    if (!(await ledger.reserve(reserved))) throw new AgentLimitReached("budget_used_up", await why());
    this.#add({ ...NOTHING_SPENT, modelCalls: 1 });
    const settle = async (taken: RunSpending): Promise<void> => {
      this.#add({ ...taken, modelCalls: taken.modelCalls - 1 });
      await ledger.settle(reserved, taken);
    };
    return {
      answered: (usage) =>
        settle({
          ...{ modelCalls: 1, toolCalls: 0, tokens: usage.input + usage.output },
          costUsd: costOfModel(model, usage),
        }),
      failed: (isAborted) => settle(isAborted ? reserved : NOTHING_SPENT),
    };
  }

  async call(): Promise<void> {
    const taken = { ...NOTHING_SPENT, toolCalls: 1 };
    if (!(await this.#options.ledger.reserve(taken)))
      throw new ToolFailure("call_limit", await this.#options.why(), "Answer now with what you have found.");
    this.#add(taken);
  }

  #add(more: RunSpending): void {
    this.#spent = addSpent(this.#spent, more);
    this.#options.onChange(this);
  }
}
