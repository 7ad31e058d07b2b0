import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandsOf, ROOT, snippetsOf, wordsOf } from "../docs/pages.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { nonEmpty } from "../non-empty.ts";
import { serveTinyModel } from "./tiny-model.ts";

/** `npm start` would download the weights: the test serves rules in their place. The rest copies the folder, as the test does. */
const ELSEWHERE = /^(?:npm start|cp -r node_modules\/scopebench\/examples\/)/;

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "scopebench-gallery-"));
  await mkdir(join(place, "bin"));
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const npx = `#!/bin/sh\n[ "$1" = vitest ] && shift && exec "${process.execPath}" "${vitest}" "$@"\nexit 127\n`;
  await writeFile(join(place, "bin/npx"), npx);
  await chmod(join(place, "bin/npx"), 0o755);
});
afterAll(() => rm(place, { recursive: true, force: true }));

interface Step {
  line: string;
  promised: number;
  status: number | null;
  said: string;
}

/** Runs the commands of an example's README one after the other in a copy of it. Gives each with how it ended and what it said. */
async function walk(name: string, prepare?: (folder: string) => Promise<void>) {
  const folder = join(place, name);
  await cp(join(ROOT, "examples", name), folder, { recursive: true });
  await prepare?.(folder);
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const steps: Step[] = [];
  for (const step of nonEmpty(snippetsOf({ path: name, text: readme }).flatMap(linesOf)))
    if (!ELSEWHERE.test(step.line)) steps.push({ ...step, ...(await say(step.line, folder)) });
  return steps;
}

/** Each command with the exit code that its comment promises. */
function linesOf(snippet: ReturnType<typeof snippetsOf>[number]) {
  return commandsOf(snippet).map((line) => {
    const raw = snippet.text.split("\n").find((one) => one.startsWith(line))!;
    return { line, promised: Number(/# exit (\d)/.exec(raw)?.[1] ?? 0) };
  });
}

/** What a line says. Ours runs in this process, which has loaded it: half of what a short command takes is that. */
async function say(line: string, cwd: string): Promise<{ status: number | null; said: string }> {
  const { HOME = "", PATH = "" } = process.env;
  if (line.startsWith("npx scopebench ")) {
    const ran = await runCli(wordsOf(line).slice(2), { cwd, environment: { HOME, PATH } });
    return { status: ran.code, said: `${ran.errors}\n${ran.out}` };
  }
  const path = [join(place, "bin"), dirname(process.execPath), PATH].join(delimiter);
  const env = { HOME, PATH: path, NO_COLOR: "1" };
  const child = spawn("sh", ["-c", `${line} 2>&1`], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { status: child.exitCode, said };
}

function expectPromised(steps: readonly Step[]): void {
  for (const { line, status, promised, said } of nonEmpty(steps))
    expect([line, status], said).toEqual([line, promised]);
}

const saidBy = (steps: readonly Step[], beginning: string) =>
  steps.find(({ line }) => line.startsWith(beginning))?.said;

it("an agent of your own in Python: it answers over MCP, and is scored beside ours", async () => {
  const steps = await walk("python-agent");
  expectPromised(steps);
  expect(saidBy(steps, "npx scopebench run")).toMatch(/execute +12 success[\s\S]*\npython-agent +/);
  expect(saidBy(steps, "npx scopebench show")).toContain("python-agent__own__own__S001__0");
});

it("your own search in vitest: the stored ranking is met", async () => {
  const steps = await walk("vitest", async (folder) => {
    const modules = join(folder, "node_modules");
    await mkdir(join(modules, "scopebench"), { recursive: true });
    await symlink(join(ROOT, "node_modules/vitest"), join(modules, "vitest"));
    // As installed, but with the sources in place of what `npm pack` compiles of them: `test/package` runs that.
    await symlink(ROOT, join(modules, "scopebench/sources"));
    const entries = ["vitest", "compare", "trec"].map((entry) => [`./${entry}`, `./sources/${sourceOf(entry)}`]);
    const manifest = { name: "scopebench", type: "module", exports: Object.fromEntries(entries) };
    await writeFile(join(modules, "scopebench/package.json"), JSON.stringify(manifest));
  });
  expectPromised(steps);
  expect(saidBy(steps, "npx vitest")).toContain("2 passed");
});

function sourceOf(entry: string): string {
  return entry === "trec" ? "measure/api/trec.ts" : `harness/api/${entry}.ts`;
}

it("a model of your own: its endpoint is tried, and a scenario run", async () => {
  const { url, close } = await serveTinyModel("smollm2-135m");
  const { port } = new URL(url);
  try {
    const steps = await walk("local-model", async (folder) => {
      const file = join(folder, "bench.yaml");
      const bench = (await readFile(file, "utf8")).replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`);
      // Of another file's size, whose snapshot is there.
      await writeFile(
        file,
        bench.replace("type: telecom, seed: 7, scale: 0.01", "type: telecom, seed: 7, scale: 0.02"),
      );
    });
    expectPromised(steps);
    expect(saidBy(steps, "npx scopebench setup model try")).toMatch(/fills in a judge's form +yes/);
  } finally {
    await close();
  }
});

it("a corpus of your own from a spreadsheet: every row and link is read, and asked about", async () => {
  const steps = await walk("spreadsheet");
  expectPromised(steps);
  expect(saidBy(steps, "npx scopebench corpus import")).toContain("24 backlog_item, 66 test_case");
  expect(saidBy(steps, "npx scopebench run")).toContain("8 scenarios, 8 re-validated");
});

it("a gate on a pull request: the change that loses quality ends with exit code 3", async () => {
  const steps = await walk("gate");
  expectPromised(steps);
  expect(steps.at(-1)!.said).toContain("regression: 2 of 4 rules broken (functional_pass, ndcg@10)");
  expect(await readFile(join(place, "gate/gate.md"), "utf8")).toContain("regression");
});

it("the list of examples has the five first, each with a README", async () => {
  const list = await readFile(join(ROOT, "examples/README.md"), "utf8");
  const listed = [...list.matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => name);
  expect(listed.slice(0, 5)).toEqual(["python-agent", "vitest", "local-model", "spreadsheet", "gate"]);
});
