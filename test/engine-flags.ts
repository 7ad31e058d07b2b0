/**
 * Processor time before speed: databases of tests live for seconds, so what the optimising compiler of WebAssembly spends on them never
 * comes back, and threads that collect garbage side by side take more time together than one.
 */
export const ENGINE_FLAGS = ["--liftoff-only", "--single-threaded-gc"];
