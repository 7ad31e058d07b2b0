#!/usr/bin/env node
// The command. An installed package holds compiled code in `dist/`. A checkout holds TypeScript: Node 24 strips its types by
// itself, an older Node hands over to the pinned one of the devDependencies, and where there is none tsx loads it.
import { existsSync } from "node:fs";
import * as modules from "node:module";
import { fileURLToPath } from "node:url";

const sources = existsSync(new URL("./bin.ts", import.meta.url));
const bin = new URL(sources ? "./bin.ts" : "../dist/harness/bin.js", import.meta.url);
const pinnedNode = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
const major = Number(process.versions.node.split(".")[0]);

// Until the command takes over (`processIo`) there is nothing to keep: it ends at once, as interrupted.
const INTERRUPTED = 130;
const SIGNALS = ["SIGINT", "SIGTERM"];
const endAtOnce = () => process.exit(INTERRUPTED);
for (const signal of SIGNALS) process.on(signal, endAtOnce);

if (sources && major < 24 && existsSync(pinnedNode)) {
  const { handOver } = await import("./hand-over.mjs");
  for (const signal of SIGNALS) process.off(signal, endAtOnce);
  handOver(pinnedNode, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
} else if (major < 20) {
  console.error(`scopebench needs Node 20.19, 22.13, or 24 and newer; this is ${process.versions.node}`);
  process.exitCode = 1;
} else {
  // Before Node 24 it warns of being experimental.
  if (sources && !(major >= 24 && process.features.typescript)) (await import("tsx/esm/api")).register();
  const own = (name) => import(new URL(`../base/${name}${sources ? ".ts" : ".js"}`, bin));
  const [{ cacheDirectoryOf }, { makePrivateFolder }] = await Promise.all([
    own("cache-directory"),
    own("private-folder"),
  ]);
  // Compiled code is kept: half of what a short command takes. It is run as it lies there, so where another account can write none is.
  const compiled = `${cacheDirectoryOf(process.env)}/compiled`;
  await makePrivateFolder(compiled).then(
    () => modules.enableCompileCache?.(compiled),
    () => undefined,
  );
  // Killed with -9, who handed over can't tell.
  if (Number(process.env.SCOPEBENCH_LAUNCHER) === process.ppid)
    (await import(new URL("../base/end-with-parent.ts", import.meta.url))).endWithParent();
  await import(bin);
}
