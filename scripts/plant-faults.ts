/**
 * Can the tests fail? Plants one fault after the other in a checkout beside this one, runs the tests of that file and says which faults
 * nobody found: before and after a change to the tests it is as many.
 *
 *   node --import tsx scripts/plant-faults.ts [PATH ...] [--commit HEAD]
 *
 * PATH: only faults in files below; none is all of `scripts/plant-faults/faults.json`
 * --commit: whose tests are asked
 */
import { symlinkSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "zx";
import { argumentsOf } from "./arguments.ts";
import { type Fault, readFaults, testsOf } from "./plant-faults/faults.ts";

const ROOT = join(import.meta.dirname, "..");
const { values, positionals } = argumentsOf(import.meta.filename, { commit: { type: "string", default: "HEAD" } });
const faults = (await readFaults()).filter(
  ({ path }) => positionals.length === 0 || positionals.some((below) => path.startsWith(below)),
);

const parent = await mkdtemp(join(tmpdir(), "scopebench-faults-"));
const checkout = join(parent, "checkout");
await $({ cwd: ROOT, quiet: true })`git worktree add --detach ${checkout} ${values.commit}`;
try {
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  const tests = [...new Set(faults.flatMap(testsOf))];
  for (const { path, line } of faults)
    if ((await readFile(join(checkout, path), "utf8")).split(line).length !== 2)
      throw new Error(`${path}: expected once, to be planted in: ${line}`);
  const healthy = await runTests(tests);
  if (!healthy.passed) throw new Error(`without a fault the tests should pass, but:\n${healthy.said}`);
  const missed: Fault[] = [];
  for (const fault of faults) {
    const isFound = await isFoundWhenPlanted(fault);
    if (!isFound) missed.push(fault);
    console.log(`${isFound ? "found " : "MISSED"} ${fault.path}: ${fault.planted}`);
  }
  console.log(`${faults.length - missed.length} of ${faults.length} found by ${tests.length} test files`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await $({ cwd: ROOT, quiet: true })`git worktree remove --force ${checkout}`;
  await rm(parent, { recursive: true, force: true });
}

async function isFoundWhenPlanted(fault: Fault): Promise<boolean> {
  const file = join(checkout, fault.path);
  const sound = await readFile(file, "utf8");
  await writeFile(
    file,
    sound.replace(fault.line, () => fault.planted),
  );
  try {
    return !(await runTests(testsOf(fault), "--bail=1")).passed;
  } finally {
    await writeFile(file, sound);
  }
}

async function runTests(tests: readonly string[], ...flags: string[]): Promise<{ passed: boolean; said: string }> {
  const run = $({ cwd: checkout, quiet: true });
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--maxWorkers=1", "--reporter=dot", ...flags];
  const { exitCode, stdout, stderr } = await run`${process.execPath} ${vitest} ${tests}`.nothrow();
  return { passed: exitCode === 0, said: stdout + stderr };
}
