import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownName } from "../../../../base/process-name.ts";
import { lockRun, withLock } from "../../../../harness/record/run-directory/lock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A lock as another process leaves it. */
async function writeLock(run: string, holder: string): Promise<void> {
  await mkdir(join(run, "run.lock"), { recursive: true });
  await writeFile(join(run, "run.lock", holder), "");
}
const nameOf = (pid: number) => ownName().replace(/^\d+/, String(pid));
const deadPid = () => spawnSync("true").pid;

describe("lockRun", () => {
  it("can be taken, let go and taken again, and leaves nothing", async () => {
    const unlock = await lockRun(folder);
    await unlock();
    await (await lockRun(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  it("is refused while another live process holds it", async () => {
    const holder = fork(fileURLToPath(new URL("./lock-racer.ts", import.meta.url)));
    try {
      await once(holder, "message");
      expect(await ask(holder, folder)).toBe(true);
      await expect(lockRun(folder)).rejects.toMatchObject({ code: "run-directory" });
    } finally {
      holder.kill();
    }
  });

  it("is taken over from a dead process, and from one that was killed as it let go", async () => {
    await writeLock(folder, nameOf(deadPid()));
    await (await lockRun(folder))();
    await mkdir(join(folder, "run.lock"));
    await (await lockRun(folder))();
  });

  it("is refused when another machine or another version holds it: their processes can't be seen", async () => {
    await writeLock(folder, "1-00000000-1-1");
    await expect(lockRun(folder)).rejects.toMatchObject({ message: expect.stringContaining("another machine") });
    await rm(join(folder, "run.lock"), { recursive: true });
    await writeFile(join(folder, "run.lock"), "{}");
    await expect(lockRun(folder)).rejects.toMatchObject({ message: expect.stringContaining("another version") });
  });

  it("is taken by one of two processes that find a dead lock at once, in 100 rounds", async () => {
    const racers = [0, 1].map(() => fork(fileURLToPath(new URL("./lock-racer.ts", import.meta.url))));
    try {
      await Promise.all(racers.map((racer) => once(racer, "message")));
      const dead = nameOf(deadPid());
      for (let round = 0; round < 100; round++) {
        const run = join(folder, String(round));
        await writeLock(run, dead);
        const won = await Promise.all(racers.map((racer) => ask(racer, run)));
        expect(won.toSorted()).toEqual([false, true]);
        await Promise.all(racers.map((racer) => ask(racer, null)));
      }
    } finally {
      for (const racer of racers) racer.kill();
    }
  });
});

async function ask(racer: ChildProcess, run: string | null): Promise<boolean> {
  const answer = once(racer, "message");
  racer.send(run as string);
  return (await answer)[0] as boolean;
}

it("withLock lets one piece of work in at a time", async () => {
  let inside = 0;
  const work = async () => {
    expect(++inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    inside--;
  };
  await Promise.all(Array.from({ length: 4 }, () => withLock(join(folder, "list.lock"), work)));
  expect(await readdir(folder)).toEqual([]);
});
