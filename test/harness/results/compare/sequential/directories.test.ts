import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decideSeries, seriesCases } from "../../../../../perf/gate/sequential/through-cli.ts";

// One of each size; perf/gate/sequential/directories.ts runs all sixty.
const CASES = seriesCases().filter((_, at) => at % 7 === 3);

describe("directories through compare --gate --sequential", () => {
  it.each(CASES.map((one) => [one.name, one] as const))(
    "end as the functions say of their numbers: %s",
    async (_, one) => {
      const folder = await mkdtemp(join(tmpdir(), "gate-looks-"));
      try {
        const { expected, found } = await decideSeries(one, folder);
        expect(found).toEqual(expected);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
