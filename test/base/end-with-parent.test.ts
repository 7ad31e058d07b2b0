import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";

const load = (path: string) => `await import(${JSON.stringify(new URL(path, import.meta.url).href)})`;
const node = (code: string) => ["--input-type=module", "-e", code];

/** A child that says its number and is then at work for ever. */
const BUSY = `(${load("../../base/end-with-parent.ts")}).endWithParent(); process.stdout.write(process.pid + "\\n", () => { for (;;); });`;

it.each([
  [
    "a child of ours in the middle of long work",
    `(await import("node:child_process")).spawn(process.execPath, ${JSON.stringify(node(BUSY))}, { stdio: ["ignore", "inherit", "inherit", "pipe"] })`,
  ],
  [
    "a program that an external agent is, which knows nothing of it",
    `const child = (await import("node:child_process")).spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
     (${load("../../agent/external-agents/keeper.ts")}).keeper().keep(child.pid); console.log(child.pid); setInterval(() => 0, 1000)`,
  ],
])("%s ends when its parent is killed with -9", async (_title, code) => {
  const parent = spawn(process.execPath, node(code), { stdio: ["ignore", "pipe", "inherit"] });
  const [pid] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
  expect(isAlive(Number(pid))).toBe(true);
  parent.kill("SIGKILL");
  while (isAlive(Number(pid))) await sleep(20);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
