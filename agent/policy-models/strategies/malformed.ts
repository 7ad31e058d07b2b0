import type { Mind } from "../mind.ts";
import type { PlannedCall } from "../thought.ts";

/** Now and then a call comes out malformed, as often as the profile says, in one of the ways in which models do it. */
export function distort(call: PlannedCall, mind: Mind): PlannedCall {
  if (mind.random() >= mind.profile.malformedRate) return call;
  const entries = Object.entries(call.args);
  const list = entries.find(([, value]) => Array.isArray(value));
  const number = entries.find(([, value]) => typeof value === "number");
  // A list as one text, a number as a word, or the main argument under a name of its own making.
  if (list) return { ...call, args: { ...call.args, [list[0]]: String((list[1] as unknown[])[0] ?? "") } };
  if (number) return { ...call, args: { ...call.args, [number[0]]: "many" } };
  const [[name, value] = ["query", ""], ...rest] = entries;
  return { ...call, args: Object.fromEntries([[`${name}_text`, value], ...rest]) };
}
