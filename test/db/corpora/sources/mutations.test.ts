import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runMutations } from "../../../../scripts/reader-mutations/run.ts";
import { nonEmpty } from "../../../non-empty.ts";

/** A few of what `scripts/reader-mutations.ts` does by hundreds. */
it("every reader takes in what stands in a file that was changed or damaged, or tells of it, and never fails otherwise", async () => {
  const folder = fileURLToPath(new URL("../../../input", import.meta.url));
  const results = await runMutations({ folder, count: 120, seed: 1 });
  expect(nonEmpty(results).filter(({ outcome }) => outcome === "silent" || outcome === "crashed")).toEqual([]);
});
