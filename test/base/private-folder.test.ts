import { chmod, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makePrivateFolder } from "../../base/private-folder.ts";

it.skipIf(process.platform === "win32")(
  "no other account may read or write a private folder, new or old; everybody's is refused",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-private-"));
    try {
      for (const mode of [undefined, 0o755, 0o777, 0o770]) {
        const path = join(folder, String(mode));
        if (mode !== undefined) await mkdir(path).then(() => chmod(path, mode));
        await makePrivateFolder(path);
        expect((await stat(path)).mode & 0o7777).toBe(0o700);
      }
      await makePrivateFolder(join(folder, "cache/parts/one"));
      for (const path of ["cache", "cache/parts"]) expect((await stat(join(folder, path))).mode & 0o7777).toBe(0o700);
      await mkdir(join(folder, "tmp"));
      await chmod(join(folder, "tmp"), 0o1777);
      await expect(makePrivateFolder(join(folder, "tmp"))).rejects.toThrow("everybody's");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
