import type { ThreadLoad } from "./own-thread.ts";

/** From this share on more executions at a time only wait for each other. */
const FULL = 0.9;

export function threadLine({ busy, lag_ms }: ThreadLoad): string {
  const full = busy < FULL ? "" : ": more executions at a time would be no faster";
  return `this process' thread was busy ${Math.round(100 * busy)} % of the last 10 s, events waited up to ${lag_ms} ms${full}`;
}
