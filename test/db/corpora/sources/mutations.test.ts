import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runMutations } from "../../../../scripts/reader-mutations/run.ts";
import { nonEmpty } from "../../../non-empty.ts";

/** A few of what `scripts/reader-mutations.ts` does by hundreds. */
it("every reader takes in a record that was changed, or tells of it", async () => {
  const folder = fileURLToPath(new URL("../../../input", import.meta.url));
  const results = await runMutations({ folder, count: 60, seed: 1 });
  expect(nonEmpty(results).filter(({ outcome }) => outcome === "silent")).toEqual([]);
});
