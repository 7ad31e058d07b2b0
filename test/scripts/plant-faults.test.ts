import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFaults, testsOf } from "../../scripts/plant-faults/faults.ts";

const ROOT = join(import.meta.dirname, "../..");

it("each fault that `scripts/plant-faults.ts` plants has its place in one line of its file, and test files that are there", async () => {
  const problems = (await readFaults()).flatMap((fault) => {
    const file = join(ROOT, fault.path);
    const times = existsSync(file) ? readFileSync(file, "utf8").split(fault.line).length - 1 : 0;
    return [
      ...(times === 1 ? [] : [`${fault.path}: ${times} times, expected once: ${fault.line}`]),
      ...testsOf(fault).flatMap((test) => (existsSync(join(ROOT, test)) ? [] : [`${test} is not there`])),
    ];
  });
  expect(problems).toEqual([]);
});
