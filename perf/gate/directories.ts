/**
 * Directories of every size and effect through the real command line, `compare --gate`: verdict and exit code of each beside what
 * `decision.ts` says of the same numbers, and where no test decides beside docs/method/gate.md's rules. Ends with 1 where they differ.
 *
 *   node --import tsx perf/gate/directories.ts [--processes 3]
 *
 * --processes: so many of them also by a process of their own.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { argumentsOf } from "../../scripts/arguments.ts";
import { type DirectoryCase, expectedOf } from "./directories/cases.ts";
import { type Decided, decideCase, stateIn } from "./directories/decide.ts";
import { directoryCases } from "./directories/list.ts";
import { writeCase } from "./directories/write.ts";

const { values: flags } = argumentsOf(import.meta.filename, { processes: { type: "string", default: "3" } });
const COMMAND = fileURLToPath(new URL("../../harness/scopebench.mjs", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "gate-directories-"));
try {
  const cases = directoryCases();
  const decided: Decided[] = [];
  for (const [at, one] of cases.entries()) decided.push(await decideCase(one, join(folder, String(at))));
  // From the end, where what is absent stands.
  for (const one of cases.slice(-Number(flags.processes))) decided.push(await byProcess(one, join(folder, one.name)));
  print(decided);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function byProcess(one: DirectoryCase, cwd: string): Promise<Decided> {
  const args = await writeCase(one, cwd);
  const found = await new Promise<Decided["found"]>((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { cwd }, (_, out) =>
      resolve({ state: stateIn(out), exit: child.exitCode ?? -1 }),
    );
  });
  return { name: `${one.name}, a process`, kind: one.kind, expected: expectedOf(one), found };
}

function print(decided: readonly Decided[]): void {
  console.log("| directory | files | expected | exit | command line | exit |\n|---|---|---|---:|---|---:|");
  for (const { name, kind, expected, found } of decided)
    console.log(
      `| ${name} | ${kind} | ${expected.state ?? "refused"} | ${expected.exit} | ${found.state ?? "refused"} | ${found.exit} |`,
    );
  const differences = decided.filter(({ expected: a, found: b }) => a.state !== b.state || a.exit !== b.exit);
  console.log(`\ndirectories: ${decided.length}, differences: ${differences.length}`);
  for (const { name } of differences) console.log(`  ${name}`);
  process.exitCode = differences.length > 0 ? 1 : 0;
}
