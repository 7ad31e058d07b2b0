import { AgentLimitReached } from "../contract/failures.ts";
import type { AgentLimits } from "../contract/limits.ts";

type Limits = Pick<AgentLimits, "maxEqualCalls" | "maxCountingCalls">;

/** Calls of the longest cycle that is looked for. */
const LONGEST_CYCLE = 4;

/**
 * Counts one agent's calls that come again and again without another between: equal in name and arguments, the same few in turn, or
 * calls that differ in numbers alone that grow by the same step each time: a file a second, a page after the other.
 * @throws AgentLimitReached `repeated_calls` at the one that is more than the limit
 */
export function makeEqualCalls(limits: Limits): (turn: number, call: { name: string; args: unknown }) => void {
  let [last, step, times] = [{ turn: -1, text: "" }, null as string | null, 0];
  let inCycle = makeCycles();
  return (turn, { name, args }) => {
    const call = { turn, text: JSON.stringify([name, args]) };
    if (turn !== last.turn) inCycle = makeCycles();
    const rounds = inCycle(call.text);
    const taken = turn === last.turn ? stepBetween(last.text, call.text) : null;
    if (taken === null) times = 1;
    else times = taken === step ? times + 1 : 2;
    [last, step] = [call, taken];
    const isEqual = taken !== null && !/[1-9]/.test(taken);
    const limit = isEqual ? limits.maxEqualCalls : limits.maxCountingCalls;
    const how = isEqual ? "equal arguments" : "a number that counts up";
    if (times > limit) throw repeated(`called ${name} with ${how} more than ${limit} times in a row`);
    if (rounds > limits.maxEqualCalls)
      throw repeated(
        `made the same few calls, ${name} the last of them, more than ${limits.maxEqualCalls} times in turn`,
      );
  };
}

function repeated(what: string): AgentLimitReached {
  return new AgentLimitReached("repeated_calls", `The agent ${what}.`);
}

/** Takes one call after the other, and tells how often the last two to four were made one after the other. */
function makeCycles(): (text: string) => number {
  const calls: string[] = [];
  const alike = Array.from({ length: LONGEST_CYCLE + 1 }, () => 0);
  return (text) => {
    calls.push(text);
    for (let length = 2; length <= LONGEST_CYCLE; length++)
      alike[length] = text === calls.at(-1 - length) ? alike[length]! + 1 : 0;
    return Math.max(...alike.map((times, length) => (length < 2 ? 0 : 1 + Math.floor(times / length))));
  };
}

/** By how much each number of the second text is more than that of the first; null where the texts differ in more than numbers. */
function stepBetween(first: string, second: string): string | null {
  const [before, after] = [first, second].map((text) => text.split(/(\d+)/));
  if (before!.length !== after!.length) return null;
  if (before!.some((part, at) => at % 2 === 0 && part !== after![at])) return null;
  return after!.flatMap((part, at) => (at % 2 === 0 ? [] : Number(part) - Number(before![at]))).join(",");
}
