import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importModule } from "../../../base/consent/import-module.ts";

it("a user's module that never ends being loaded is waited for so long and no longer", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-module-"));
  try {
    const path = join(folder, "endless.mjs");
    await writeFile(path, "await new Promise(() => {}); export const retrieve = () => {};");
    await expect(importModule(path, 50)).rejects.toThrow("not loaded after 0.05 s");
  } finally {
    await rm(folder, { recursive: true });
  }
});
