import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { runCli } from "../harness/cli/run-cli.ts";
import { makeScoredRun } from "../harness/results/compare/scored-run.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-ci-"));
  await makeScoredRun(join(folder, "runs/2026-01-05T09-00-00Z"));
  await runCli(["runs", "baseline", "save", "latest", "baseline.csv"], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

/** Every command of a workflow file, wherever it stands. */
function commandsIn(node: unknown): string[] {
  if (typeof node === "string") return node.startsWith("npx scopebench") ? [node] : [];
  return node !== null && typeof node === "object" ? Object.values(node).flatMap(commandsIn) : [];
}

it.each(["github-actions.yml", "gitlab-ci.yml"])("examples/ci/%s: its gate runs as written", async (name) => {
  const commands = commandsIn(parse(await readFile(new URL(`../../examples/ci/${name}`, import.meta.url), "utf8")));
  expect(commands).toHaveLength(2);
  expect(commands[0]).toBe("npx scopebench run --replay main.recording");
  const { code, out } = await runCli(commands[1]!.split(" ").slice(2), { cwd: folder });
  expect([code, out.includes("passed: none of 6 rules broken")]).toEqual([0, true]);
  for (const file of ["gate.md", "gate.xml"]) await access(join(folder, file));
});
