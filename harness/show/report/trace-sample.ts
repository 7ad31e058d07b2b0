import { sha256 } from "../../../base/hash.ts";

/** A report of more executions has the traces of about so many: a file each, and their full results, are what grows. */
const MOST = 20_000;

/** Whether the trace of an execution is in a report of so many, by a hash of its name: every configuration and scenario has its share. */
export function traceSample(executions: number): (name: string) => boolean {
  if (executions <= MOST) return () => true;
  const share = MOST / executions;
  return (name) => Number.parseInt(sha256(name).slice(0, 8), 16) < share * 2 ** 32;
}
