import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockRun } from "../../../harness/run-directory/lock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeLock = (pid: number, host = hostname()) =>
  writeFile(join(folder, "run.lock"), JSON.stringify({ pid, host }));

describe("lockRun", () => {
  it("can be taken, let go and taken again", async () => {
    const unlock = await lockRun(folder);
    await unlock();
    await (await lockRun(folder))();
  });

  it("is refused while another live process holds it", async () => {
    await writeLock(process.ppid);
    await expect(lockRun(folder)).rejects.toMatchObject({ code: "run-directory" });
  });

  it("is taken over from a dead process and from a lock cut short by a crash", async () => {
    await writeLock(spawnSync(process.execPath, ["-e", ""]).pid);
    await (await lockRun(folder))();
    await writeFile(join(folder, "run.lock"), '{"pid": 1');
    await (await lockRun(folder))();
  });

  it("is refused when another machine holds it: its processes can't be seen", async () => {
    await writeLock(1, "elsewhere");
    await expect(lockRun(folder)).rejects.toMatchObject({ code: "run-directory" });
  });
});
