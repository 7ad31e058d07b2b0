import { setFlagsFromString } from "node:v8";
import { givenFlags } from "./given-flags.ts";

const TIERS = ["wasm-tier-up", "wasm-dynamic-tiering"];
/** Of this thread: the last that ends turns them on again. */
let running = 0;

/**
 * Runs something after which no function of WebAssembly that it called for the first time is ever made faster: V8 lays that down when it first
 * compiles a function. For PostgreSQL's grammar, one function of thousands of states: to make it faster takes V8 2 s of processor time and
 * 600 MB, after some hundred words already, and statements take as long as before.
 */
export async function withoutTiers<T>(run: () => Promise<T>): Promise<T> {
  if (isWithoutTiers()) return run();
  switchTiers("--no-");
  running++;
  try {
    return await run();
  } finally {
    running--;
    if (running === 0) switchTiers("--");
  }
}

function switchTiers(prefix: "--" | "--no-"): void {
  for (const tier of TIERS) setFlagsFromString(`${prefix}${tier}`);
}

/** Who started this process wants nothing made faster in all of it. */
function isWithoutTiers(): boolean {
  return givenFlags().some((flag) => flag === "--liftoff-only" || TIERS.some((tier) => flag === `--no-${tier}`));
}
