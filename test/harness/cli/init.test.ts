import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { OpenAgent } from "../../../agent/external-agents/module.ts";
import { runCli } from "./run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-init-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("`init` writes a project whose parts fit each other, and overwrites nothing", async () => {
  await writeFile(join(cwd, "agent.mjs"), "// mine\n");
  const first = await runCli(["init"], { cwd });
  expect(first.code, first.errors).toBe(0);
  expect(first.out).toMatch(/kept {3}agent\.mjs/);
  expect(await readFile(join(cwd, "agent.mjs"), "utf8")).toBe("// mine\n");

  const plan = await runCli(["runs", "plan", "--json"], { cwd });
  expect(plan.code, plan.errors).toBe(0);
  expect(JSON.parse(plan.out)).toMatchObject({ configurations: 3, scenarios: 3 });
  const run = await runCli(["run", "--quick"], { cwd, environment: { SCOPEBENCH_CACHE: "/dev/null/none" } });
  expect(run.errors).toContain("3 configurations × 3 scenarios = 9");
  const workflow = parse(await readFile(join(cwd, ".github/workflows/scopebench.yml"), "utf8"));
  const steps: string[] = workflow.jobs.measure.steps.flatMap((step: { run?: string }) => step.run ?? []);
  const commands = [first.out, ...steps].flatMap((text) => [...text.matchAll(/npx scopebench ([^,\n]+)/g)]);
  expect(commands).toHaveLength(5);
  const ofAll = (await runCli(["--help"], { cwd })).out;
  for (const [, words = ""] of commands) {
    const [command = "", ...rest] = words.split(" ");
    const help = await runCli([command, ...rest.filter((word) => /^[a-z]+$/.test(word)), "--help"], { cwd });
    expect(
      rest.filter((word) => word.startsWith("--") && !`${help.out}${ofAll}`.includes(word)),
      words,
    ).toEqual([]);
    expect(help.code, words).toBe(0);
  }
});

it("its agent answers by the exchange: what a search found, or nothing", async () => {
  await runCli(["init", "new"], { cwd });
  const { openAgent } = (await import(join(cwd, "new", "agent.mjs"))) as { openAgent: OpenAgent };
  const agent = await openAgent({ environment: {} });
  const ask = (text: string) =>
    agent.answer({ question: "x" } as never, { call: async () => ({ status: "success", text }) } as never);
  expect(await ask('{"rows":[{"id":"TC-2"},{"id":"TC-1"},{"id":"TC-2"}]}')).toMatchObject({
    ranked_ids: ["TC-2", "TC-1"],
    abstained: false,
  });
  expect(await ask("[]")).toMatchObject({ ranked_ids: [], abstained: true });
});
