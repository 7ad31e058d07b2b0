#!/usr/bin/env node
// The installed command. The sources are TypeScript: in a checkout Node strips their types by itself; where it can't (an
// older Node; no Node does it below node_modules) tsx loads them. In a checkout whose system Node is old, the pinned Node
// of its devDependencies takes over.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as modules from "node:module";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));
const pinnedNode = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
const major = Number(process.versions.node.split(".")[0]);

// Until the command takes over (`processIo`) there is nothing to keep: it ends at once, as interrupted.
const INTERRUPTED = 130;
const SIGNALS = ["SIGINT", "SIGTERM"];
for (const signal of SIGNALS) process.on(signal, () => process.exit(INTERRUPTED));

if (major < 22 && existsSync(pinnedNode)) {
  const tsx = import.meta.resolve("tsx");
  const child = spawn(pinnedNode, ["--import", tsx, bin, ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both; who sends SIGTERM means this process alone.
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
  }
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? INTERRUPTED : 1)));
} else if (major < 20) {
  console.error(`scopebench needs Node 20.19, 22.13, or 24 and newer; this is ${process.versions.node}`);
  process.exitCode = 1;
} else {
  // Before Node 24 it warns of being experimental.
  const stripsTypes = major >= 24 && process.features.typescript && !import.meta.url.includes("/node_modules/");
  if (!stripsTypes) (await import("tsx/esm/api")).register();
  const { cacheDirectoryOf } = await import("../base/cache-directory.ts");
  // Compiled code is kept: half of what a short command takes. A cache that can't be written is no fault.
  modules.enableCompileCache?.(`${cacheDirectoryOf(process.env)}/compiled`);
  await import("./bin.ts");
}
