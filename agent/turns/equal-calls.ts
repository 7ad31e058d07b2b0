import { AgentLimitReached } from "../contract/failures.ts";
import type { AgentLimits } from "../contract/limits.ts";

type Limits = Pick<AgentLimits, "maxEqualCalls" | "maxCountingCalls">;

/**
 * Counts one agent's calls that follow each other without another between, and are equal in name and arguments, or differ in
 * numbers alone that grow by the same step each time: a file a second, a page after the other.
 * @throws AgentLimitReached `repeated_calls` at the one that is more than the limit
 */
export function makeEqualCalls(limits: Limits): (turn: number, call: { name: string; args: unknown }) => void {
  let [last, step, times] = [{ turn: -1, text: "" }, null as string | null, 0];
  return (turn, { name, args }) => {
    const call = { turn, text: JSON.stringify([name, args]) };
    const taken = turn === last.turn ? stepBetween(last.text, call.text) : null;
    if (taken === null) times = 1;
    else times = taken === step ? times + 1 : 2;
    [last, step] = [call, taken];
    const isEqual = taken !== null && !/[1-9]/.test(taken);
    const limit = isEqual ? limits.maxEqualCalls : limits.maxCountingCalls;
    if (times <= limit) return;
    const how = isEqual ? "equal arguments" : "a number that counts up";
    throw new AgentLimitReached(
      "repeated_calls",
      `The agent called ${name} with ${how} more than ${limit} times in a row.`,
    );
  };
}

/** By how much each number of the second text is more than that of the first; null where the texts differ in more than numbers. */
function stepBetween(first: string, second: string): string | null {
  const [before, after] = [first, second].map((text) => text.split(/(\d+)/));
  if (before!.length !== after!.length) return null;
  if (before!.some((part, at) => at % 2 === 0 && part !== after![at])) return null;
  return after!.flatMap((part, at) => (at % 2 === 0 ? [] : Number(part) - Number(before![at]))).join(",");
}
