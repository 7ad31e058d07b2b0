import { count } from "../../../base/counts.ts";
import { decimal } from "../../print/format.ts";
import type { CeilingValues } from "../../record/config/ceilings-schema.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { type Ledger, openLedger, type Spent } from "./ledger.ts";
import { Reserved } from "./reserved.ts";

/** What something cost. */
export interface Spending {
  stage: StageName;
  tokens: number;
  /** Null where the price is not known. */
  costUsd: number | null;
  /** The worker of a queue that made it. */
  worker?: string | undefined;
}

/** The ceilings of a whole run, and what it spent. Whoever begins something that costs asks first, and tells after it. */
export interface Ceilings {
  readonly values: CeilingValues;
  /** Without what workers of a queue spent, which the queue counts itself. */
  spentHere(): Spent;
  spentByWorkers(): Pick<Spent, "tokens" | "costUsd">;
  /** Why nothing more may be begun; null while something may. */
  reached(): string | null;
  /**
   * Waits until there is room for one more beside what is under way, which counts as the most that one of its kind took. Gives what to
   * tell when it is over, or why it may not begin.
   */
  begin(kind: string): Promise<Begun | string>;
  spend(spending: Spending): void;
  /** Something of a stage is left unmade, since a ceiling was reached. */
  leave(stage: StageName): void;
  /** How much of each stage was left so. */
  left(): ReadonlyMap<StageName, number>;
}

/** Told once, whatever came of it. */
export type Begun = (spending?: Spending) => void;

/** For what belongs to no run. */
export const NO_CEILINGS: Ceilings = {
  values: {},
  spentHere: () => ({ tokens: 0, costUsd: 0, hours: 0 }),
  spentByWorkers: () => ({ tokens: 0, costUsd: 0 }),
  reached: () => null,
  begin: () => Promise.resolve(() => undefined),
  spend: () => undefined,
  leave: () => undefined,
  left: () => new Map(),
};

export async function openCeilings(
  values: CeilingValues,
  { runDirectory, now }: { runDirectory: string; now: () => Date },
): Promise<Ceilings & { close(): Promise<void> }> {
  return new OfRun(values, await openLedger(runDirectory, now));
}

class OfRun implements Ceilings {
  readonly values: CeilingValues;
  readonly #ledger: Ledger;
  /** Of a clock that nobody sets. */
  readonly #begun = performance.now();
  readonly #reserved = new Reserved();
  readonly #waiting: (() => void)[] = [];
  readonly #left = new Map<StageName, number>();
  readonly #here: Spent;
  #spent = false;
  readonly #byWorkers: { tokens: number; costUsd: number };

  constructor(values: CeilingValues, ledger: Ledger) {
    this.values = values;
    this.#ledger = ledger;
    const { byWorkers, ...all } = ledger.before;
    this.#byWorkers = byWorkers;
    this.#here = { ...all, tokens: all.tokens - byWorkers.tokens, costUsd: all.costUsd - byWorkers.costUsd };
  }

  spentHere(): Spent {
    return { ...this.#here, hours: this.#here.hours + this.#elapsed() / 3600 };
  }

  spentByWorkers(): Pick<Spent, "tokens" | "costUsd"> {
    return this.#byWorkers;
  }

  reached(): string | null {
    return reachedCeiling(this.values, this.#all());
  }

  async begin(kind: string): Promise<Begun | string> {
    for (;;) {
      const reached = this.reached();
      if (reached !== null) return reached;
      if (this.#hasRoom()) break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const end = this.#reserved.begin(kind);
    return (spending) => {
      end(spending);
      if (spending) this.spend(spending);
      for (const go of this.#waiting.splice(0)) go();
    };
  }

  #hasRoom(): boolean {
    const { max_tokens = Number.POSITIVE_INFINITY, max_cost_usd = Number.POSITIVE_INFINITY } = this.values;
    if (max_tokens === Number.POSITIVE_INFINITY && max_cost_usd === max_tokens) return true;
    const [spent, held] = [this.#all(), this.#reserved.held()];
    return spent.tokens + held.tokens < max_tokens && spent.costUsd + held.costUsd < max_cost_usd;
  }

  #all(): Spent {
    const here = this.spentHere();
    return {
      tokens: here.tokens + this.#byWorkers.tokens,
      costUsd: here.costUsd + this.#byWorkers.costUsd,
      hours: here.hours,
    };
  }

  spend({ stage, tokens, costUsd, worker }: Spending): void {
    const sum = worker === undefined ? this.#here : this.#byWorkers;
    this.#spent = true;
    sum.tokens += tokens;
    sum.costUsd += costUsd ?? 0;
    this.#ledger.add({ elapsed_s: round(this.#elapsed()), stage, tokens, cost_usd: costUsd, worker });
  }

  leave(stage: StageName): void {
    this.#left.set(stage, (this.#left.get(stage) ?? 0) + 1);
  }

  left(): ReadonlyMap<StageName, number> {
    return this.#left;
  }

  /** A session lasted until its end, where it spent anything. */
  async close(): Promise<void> {
    if (this.#spent) this.#ledger.add({ elapsed_s: round(this.#elapsed()), stage: null, tokens: 0, cost_usd: 0 });
    await this.#ledger.close();
  }

  #elapsed(): number {
    return (performance.now() - this.#begun) / 1000;
  }
}

/** `max_tokens 20,000 reached: 20,412 spent`; null while none is. */
function reachedCeiling(
  { max_cost_usd: cost, max_tokens: tokens, max_hours: hours }: CeilingValues,
  spent: Spent,
): string | null {
  if (cost !== undefined && spent.costUsd >= cost)
    return `max_cost_usd ${cost} reached: $${decimal(spent.costUsd)} spent`;
  if (tokens !== undefined && spent.tokens >= tokens)
    return `max_tokens ${count(tokens)} reached: ${count(spent.tokens)} spent`;
  if (hours !== undefined && spent.hours >= hours)
    return `max_hours ${hours} reached: ${Number(spent.hours.toPrecision(3))} h of work`;
  return null;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
