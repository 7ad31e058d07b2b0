#!/usr/bin/env node
// The installed command. The sources are TypeScript, so tsx loads them; in a checkout whose system Node is old, the
// pinned Node of its devDependencies takes over.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));
const pinnedNode = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));

if (Number(process.versions.node.split(".")[0]) < 22 && existsSync(pinnedNode)) {
  const tsx = import.meta.resolve("tsx");
  const child = spawn(pinnedNode, ["--import", tsx, bin, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 130 : 1)));
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./bin.ts");
}
