import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = new URL("../../../../harness/record/engine/thrifty-heap.ts", import.meta.url);
/** Says how large the room for young objects is after many of them have lived for a while. */
const SAYS = `
  import { getHeapSpaceStatistics } from "node:v8";
  import { whileYoungRoomHolds } from ${JSON.stringify(MODULE)};
  await whileYoungRoomHolds(async () => {
    const living = Array.from({ length: 1000 });
    for (let at = 0; at < 2_000_000; at++) living[at % 1000] = [at];
  });
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);`;

async function roomOf(...flags: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--input-type=module", "-e", SAYS]);
  return Number(stdout);
}

test("the room for young objects holds during an ingest, unless a process was started with a limit of its own", async () => {
  expect(await roomOf("--max-semi-space-size=16")).toBeGreaterThan(await roomOf());
});
