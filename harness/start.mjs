// `npm start`: the default run in little memory. Only a process that begins can be told how much is kept of what was given back.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { handOver } from "./hand-over.mjs";

const pinnedNode = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
const isOlder = Number(process.versions.node.split(".")[0]) < 24;
// Larger rooms than 8 and 40 are collected less often, and take 130 MB of what the C library gives back.
const flags = ["--max-old-space-size=640", "--max-semi-space-size=16", "--heap-growing-percent=80"];
const command = fileURLToPath(new URL("./scopebench.mjs", import.meta.url));

handOver(
  isOlder && existsSync(pinnedNode) ? pinnedNode : process.execPath,
  [...flags, command, "run", ...process.argv.slice(2)],
  // glibc keeps what threads gave back, 200 MB of a run, each in a heap of its own, some 40 MB more (mallopt(3)). Other libraries and
  // systems read neither.
  { MALLOC_TRIM_THRESHOLD_: "1048576", MALLOC_ARENA_MAX: "1" },
);
