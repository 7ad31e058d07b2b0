import type { Budget } from "../access/rate-limit.ts";
import { addSpent, isBounded, NOTHING_SPENT, type RunSpending } from "../access/spending.ts";
import type { SpendingStore } from "../store/spending.ts";

/** Where a run writes down what it takes. */
export interface SpendingLedger {
  /** Takes what a request may need at most; false where nothing is left. */
  reserve(wanted: RunSpending): Promise<boolean>;
  /** Puts what it did take in the place of what was reserved. */
  settle(reserved: RunSpending, taken: RunSpending): Promise<void>;
  /** All is written. */
  close(): Promise<void>;
}

interface LedgerOptions {
  spending: SpendingStore;
  run: string;
  session: Budget;
  perDay: Budget;
}

/** With caps each reservation is a statement, so that runs at once, in any process, share what is left. */
export function openSpendingLedger({ spending, run, session, perDay }: LedgerOptions): SpendingLedger {
  if (!isBounded(session) && !isBounded(perDay)) return uncapped((spent) => spending.set(run, spent));
  return {
    reserve: (wanted) => spending.reserve(run, wanted, { session, perDay }),
    settle: (reserved, taken) => spending.settle(run, reserved, taken),
    close: async () => undefined,
  };
}

/** Kept as it goes, one statement at a time: a killed service has spent what it has spent. */
function uncapped(write: (spent: RunSpending) => Promise<unknown>): SpendingLedger {
  let spent = NOTHING_SPENT;
  let writing: Promise<void> | null = null;
  let isStale = false;
  const keep = (more: RunSpending): void => {
    spent = addSpent(spent, more);
    isStale = true;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
  };
  const writeAll = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      await write(spent).catch(() => undefined); // What fails is written with the next.
    }
  };
  return {
    async reserve({ modelCalls, toolCalls }) {
      keep({ ...NOTHING_SPENT, modelCalls, toolCalls });
      return true;
    },
    async settle({ modelCalls }, taken) {
      keep({ ...taken, modelCalls: taken.modelCalls - modelCalls });
    },
    async close() {
      await writing;
      await write(spent);
    },
  };
}
