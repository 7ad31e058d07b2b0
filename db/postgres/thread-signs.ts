import type { Sign } from "../../base/outages/life-options.ts";
import { OTHERS } from "../../base/outages/speed.ts";

/**
 * Signs of a statement in a thread of this process, which computes all the time: what the whole process had of the processors
 * since the last sign, the thread had at most. Nothing, where it was stopped or others took them.
 */
export function threadSigns(): () => Promise<Sign> {
  let last = { at: performance.now(), usage: process.cpuUsage() };
  return async () => {
    const at = performance.now();
    const { user, system } = process.cpuUsage(last.usage);
    const share = (user + system) / 1000 / (at - last.at);
    last = { at, usage: process.cpuUsage() };
    return { share: share >= 1 / OTHERS ? 1 : share };
  };
}
