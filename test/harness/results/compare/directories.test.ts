import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decideCase } from "../../../../perf/gate/directories/decide.ts";
import { directoryCases } from "../../../../perf/gate/directories/list.ts";

// Small ones of each kind; perf/gate/directories.ts runs them all.
const CASES = directoryCases().filter(({ families: { length } }, at) => length <= 60 && at % 4 === 1);

describe("directories through the command line", () => {
  it.each(CASES.map((one) => [one.name, one] as const))("are decided as their numbers are: %s", async (_, one) => {
    const folder = await mkdtemp(join(tmpdir(), "gate-"));
    try {
      const { expected, found } = await decideCase(one, folder);
      expect(found).toEqual(expected);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
