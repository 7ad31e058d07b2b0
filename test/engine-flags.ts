/**
 * Processor time before speed: databases of tests live for seconds, so what the optimising compiler of WebAssembly spends on them never
 * comes back, threads that collect garbage side by side take more time together than one, and a heap whose room for young objects begins
 * at 16 MB is collected less often: a short run takes 6 % less.
 */
export const ENGINE_FLAGS = ["--liftoff-only", "--single-threaded-gc", "--min-semi-space-size=16"];

/**
 * A test's function is called some thousand times: what the optimising compiler spends on it in a thread of its own hardly comes back
 * (nothing to a quarter of a file's processor time). Maglev's code does until 20,000 calls. Older versions of Node don't know the flag.
 */
const LATE_OPTIMISING = "--invocation-count-for-turbofan=20000";

/** Of the processes that tests themselves run in; what they leave is collected between files (`collect-memory.ts`). */
export const TEST_FLAGS = [
  ...ENGINE_FLAGS,
  "--expose-gc",
  ...(Number(process.versions.node.split(".")[0]) >= 24 ? [LATE_OPTIMISING] : []),
];
