import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { writeCorpusFolder } from "../../import/folder/write.ts";
import { smallCorpus } from "../db/small-corpus-data.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { nonEmpty } from "../non-empty.ts";
import { BIN, newestRun } from "./cli-process.ts";

const ONE_CELL = "--models explorer --workflows react --knowledge prompt --limit 1 --until score".split(" ");
const [OTHERS, WRITTEN_BY_OTHERS] = [0o077, 0o002];

async function modesUnder(folder: string): Promise<(readonly [path: string, mode: number])[]> {
  const paths = [".", ...(await readdir(folder, { recursive: true }))];
  return Promise.all(paths.map(async (path) => [path, (await stat(join(folder, path))).mode & 0o777] as const));
}

it.skipIf(process.platform === "win32")(
  "under umask 000 answers and cache are their owner's alone, and nothing of a run is everybody's to write",
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), "scopebench-permissions-"));
    onTestFinished(() => rm(cwd, { recursive: true }));
    await writeCorpusFolder(smallCorpus(), join(cwd, "corpus"));
    const environment = { SCOPEBENCH_CACHE: join(cwd, "cache") };
    const before = process.umask(0o000);
    try {
      const asked = await runCli(["ask", "--corpus", "corpus", "Which tests verify anything?"], { cwd, environment });
      expect(asked.code, asked.errors).toBe(0);
    } finally {
      process.umask(before);
    }
    // What the umask of a process is taken for is its beginning's matter.
    const command = [BIN, "run", "--corpus", "corpus", ...ONE_CELL];
    await promisify(execFile)("sh", ["-c", 'umask 000; exec "$0" "$@"', process.execPath, ...command], {
      cwd,
      env: { ...process.env, ...environment, NO_COLOR: "1" },
    });
    const written = await newestRun(join(cwd, "runs"));
    // The embedded database, below `state/`, gives its files modes of its own.
    const modes = (await modesUnder(written)).filter(([path]) => !path.startsWith("state/"));
    for (const [path, mode] of nonEmpty(modes)) expect(mode & WRITTEN_BY_OTHERS, `${path} ${mode.toString(8)}`).toBe(0);
    // Below a folder that is closed nothing can be reached.
    for (const folder of ["cache", join("runs", basename(written), "state")])
      expect((await stat(join(cwd, folder))).mode & OTHERS, folder).toBe(0);
  },
);
