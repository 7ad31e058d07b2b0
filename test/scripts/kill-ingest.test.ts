import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../scripts/kill-ingest.ts", import.meta.url));

it("an ingest killed with SIGKILL at three moments leaves the last snapshot answering, and the next one ends where an undisturbed one does", async () => {
  const args = ["--import", import.meta.resolve("tsx"), SCRIPT, "3", "0.01"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim().split("\n").at(-1)).toBe("3 kills, the same content after each");
}, 600_000);
