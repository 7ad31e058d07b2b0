import { spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * Told of the process groups that may not outlive this process. It is a process of its own, which ends them when its standard
 * input closes: that is, when this one is gone, however it ended.
 */
export interface Keeper {
  keep(leader: number): void;
  release(leader: number): void;
}

let running: Keeper | undefined;

/** The keeper of this process, started when it is first asked for. */
export function keeper(): Keeper {
  running ??= startKeeper();
  return running;
}

function startKeeper(): Keeper {
  const command = "Deno" in globalThis ? ["eval", KEEPER] : ["-e", KEEPER];
  const child = spawn(process.execPath, command, { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  const input: Writable & { unref?(): void } = child.stdin;
  // Without it processes are ended as long as this one lives.
  child.on("error", () => undefined).unref();
  input.on("error", () => undefined);
  input.unref?.();
  return {
    keep: (leader) => void input.write(`+${leader}\n`),
    release: (leader) => void input.write(`-${leader}\n`),
  };
}

const KEEPER = `
  const { spawnSync } = require("node:child_process");
  const groups = new Set();
  const end = (leader) => {
    if (process.platform === "win32") return spawnSync("taskkill", ["/pid", leader, "/T", "/F"]);
    try { process.kill(-leader, "SIGKILL"); } catch {}
  };
  require("node:readline").createInterface({ input: process.stdin })
    .on("line", (line) => groups[line[0] === "+" ? "add" : "delete"](line.slice(1)))
    .on("close", () => groups.forEach(end));
`;
