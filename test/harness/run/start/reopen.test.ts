import { expect, it } from "vitest";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { reopenStages } from "../../../../harness/run/start/reopen.ts";
import { fixtureContext } from "../stages/context.ts";

it("opens the stage execute again where lost servers ended executions, and leaves it as it is otherwise", async () => {
  await using context = await fixtureContext([]);
  const { runDirectory } = context;
  const statusWith = async (lost: number) => {
    await updateManifest(runDirectory, () => ({ lost_executions: lost }));
    await reopenStages(runDirectory);
    return (await readManifest(runDirectory)).stages.execute?.status;
  };
  expect(await statusWith(0)).toBe("complete");
  expect(await statusWith(2)).toBe("running");
});
