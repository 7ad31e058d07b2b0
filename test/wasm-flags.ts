/** Databases of tests live for seconds: what the optimising compiler would spend on them, a third of their processor time, never comes back. */
export const WASM_FLAGS = ["--liftoff-only"];
