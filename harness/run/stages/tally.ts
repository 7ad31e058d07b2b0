import type { StageContext } from "../../dag/stage.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ExecutionKey, JudgeUsage } from "../../record/domain/records.ts";

/** Counts the records of a stage by kind, and shows each as progress. */
export interface Tally {
  /** `kind` such as `pass`, `blocked`; `failure` is set where the step did not succeed. */
  count(key: ExecutionKey & { usage?: JudgeUsage }, kind: string, failure?: string): void;
  /** Executions that will have no record: their input is missing. */
  expectLess(number: number): void;
  /** `610 pass, 300 fail, 26 cascaded_failure`: the kinds given first, in that order, if there are any. */
  summary(order: readonly string[]): string;
}

/** `total` is the number of records that are expected. */
export function makeTally(context: StageContext, total: number): Tally {
  const counts = new Map<string, number>();
  let done = 0;
  let expected = total;
  return {
    count(key, kind, failure) {
      done++;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const { usage } = key;
      const spent = usage && { tokens: usage.tokens_in + usage.tokens_out, cost: usage.cost };
      context.progress({ done, total: expected, group: configurationName(key), failure, ...spent });
    },
    expectLess(number) {
      expected -= number;
    },
    summary(order) {
      const present = order.filter((kind) => counts.has(kind));
      return present.length === 0 ? "nothing" : present.map((kind) => `${counts.get(kind)} ${kind}`).join(", ");
    },
  };
}
