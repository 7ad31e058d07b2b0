import type { Sign } from "../../base/outages/life-options.ts";
import { OTHERS } from "../../base/outages/speed.ts";

/** A fifth of the time to the first sign of most statements (`PACE`): who is at work all the time is so by this, too. */
const FRESH_MS = 100;

interface Reading {
  at: number;
  usage: NodeJS.CpuUsage;
}

let latest: Reading | undefined;

/** The system goes through all threads for it, which was seen to take longer than any function of LangGraph: statements that begin together share one. */
function recent(): Reading {
  if (!latest || performance.now() - latest.at > FRESH_MS) latest = read();
  return latest;
}

function read(): Reading {
  return { at: performance.now(), usage: process.cpuUsage() };
}

/**
 * Signs of a statement in a thread of this process, which computes all the time: what the whole process had of the processors
 * since the last sign, the thread had at most. Nothing, where it was stopped or others took them.
 */
export function threadSigns(): () => Promise<Sign> {
  let last = recent();
  return async () => {
    const at = performance.now();
    const { user, system } = process.cpuUsage(last.usage);
    const share = (user + system) / 1000 / (at - last.at);
    last = read();
    return { share: share >= 1 / OTHERS ? 1 : share };
  };
}
