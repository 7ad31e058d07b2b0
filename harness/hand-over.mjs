// Of a checkout: another process of Node in this one's place.
import { spawn } from "node:child_process";

const INTERRUPTED = 130;
const SIGNALS = ["SIGINT", "SIGTERM"];

/** Runs `node` with these arguments and ends as it does. `defaults`: variables that it has where this one has none. */
export function handOver(node, args, defaults = {}) {
  const child = spawn(node, args, {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...defaults, ...process.env, SCOPEBENCH_LAUNCHER: String(process.pid) },
  });
  // A terminal sends Ctrl-C to both, which the child takes for one (`terminal/io.ts`).
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? INTERRUPTED : 1)));
}
