import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";

const CHILD = fileURLToPath(new URL("./kill-child.ts", import.meta.url));

it("kill -9 loses no write that was acknowledged, three times on one folder, and never half of a pair", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-kill-"));
  try {
    const acknowledged = [
      await writeUntilKilled(folder, "a", 5),
      await writeUntilKilled(folder, "b", 83),
      await writeUntilKilled(folder, "c", 250),
    ];
    const store = await openStateStore(folder);
    for (const [index, thread] of ["a", "b", "c"].entries()) {
      const stored = await new AgentFiles(store.files, { assistantId: "assistant", threadId: thread }).list();
      const count = (prefix: string): number => stored.filter((file) => file.path.startsWith(prefix)).length;
      expect(count("/calls")).toBeGreaterThanOrEqual(acknowledged[index]!);
      expect(count("/results")).toBe(count("/calls"));
    }
    await store.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Kills the writer as soon as it has acknowledged `writes` writes. Returns how many it had acknowledged when it was gone. */
function writeUntilKilled(folder: string, thread: string, writes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, folder, thread], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.split("\n").length > writes) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve(output.split("\n").length - 1);
      else reject(new Error(`the writer ended by itself with ${code ?? signal}`));
    });
  });
}
