import { AgentLimitReached } from "../contract/failures.ts";

/**
 * Counts one agent's calls that are equal in name and arguments and follow each other without another between.
 * @throws AgentLimitReached `repeated_calls` at the one that is more than the limit
 */
export function makeEqualCalls(limit: number): (turn: number, call: { name: string; args: unknown }) => void {
  let [last, times] = ["", 0];
  return (turn, { name, args }) => {
    const call = JSON.stringify([turn, name, args]);
    times = call === last ? times + 1 : 1;
    last = call;
    if (times > limit)
      throw new AgentLimitReached(
        "repeated_calls",
        `The agent called ${name} with equal arguments more than ${limit} times in a row.`,
      );
  };
}
