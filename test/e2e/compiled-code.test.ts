import { execFileSync } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BIN } from "./cli-process.ts";

it("keeps compiled code, which it runs later, where no other account can write, whatever the umask", async () => {
  const cache = await mkdtemp(join(tmpdir(), "scopebench-compiled-"));
  execFileSync("sh", ["-c", 'umask 000; exec "$0" "$1" --version', process.execPath, BIN], {
    env: { ...process.env, SCOPEBENCH_CACHE: join(cache, "new") },
  });
  for (const folder of ["new", "new/compiled"]) expect((await stat(join(cache, folder))).mode & 0o077, folder).toBe(0);
  await rm(cache, { recursive: true });
});
