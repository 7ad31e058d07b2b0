import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sourceHash } from "../../base/source-hash.ts";
import { apiEntries, renderReference } from "../../scripts/api-reference.ts";
import { newestRun } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { itUnless } from "../left-out.ts";
import { installPackage, RUNTIMES } from "./install.ts";
import { describeWithoutParts } from "./without-parts.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** That of `results` reads a run, and so comes after one. */
const EXAMPLES = apiEntries().filter((entry) => !["vitest", "results"].includes(entry));

let project: string;
beforeAll(async () => {
  project = await installPackage(await mkdtemp(join(tmpdir(), "scopebench-package-")), { parts: true });
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** What an example says that it prints. */
function printedBy(path: string): string[] {
  const lines = readFileSync(join(project, path), "utf8").matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm);
  return [...lines].map(([, text]) => text!);
}

interface Result {
  code: number;
  out: string;
}

function execute(command: readonly string[], args: readonly string[], cwd = project): Promise<Result> {
  const [program = "", ...before] = command;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SCOPEBENCH_CACHE: join(project, "cache"),
    NO_COLOR: "1",
  };
  return new Promise((resolve) => {
    execFile(program, [...before, ...args], { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: `${stdout}${stderr}` }),
    );
  });
}

function runVitestExample(command: readonly string[]): Promise<Result> {
  return execute(command, [join(project, "node_modules/vitest/vitest.mjs"), "run"], join(project, "examples/vitest"));
}

it("design/api says what the docstrings say: `npm run api` writes it anew", () => {
  const pages = apiEntries().map((entry) => [entry, readFileSync(join(ROOT, "design/api", `${entry}.md`), "utf8")]);
  expect(Object.fromEntries(pages)).toEqual(
    Object.fromEntries(apiEntries().map((entry) => [entry, renderReference(entry)])),
  );
});

describe("the installed package", () => {
  it("holds compiled code, and knows the sources that it was compiled from", () => {
    const installed = join(project, "node_modules/scopebench");
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))).toEqual([]);
    expect(sourceHash(join(installed, "dist/agent"))).toBe(sourceHash(join(ROOT, "agent")));
  });

  describe.each(RUNTIMES)("under $name", ({ command, missing }) => {
    const itHere =
      missing === undefined ? it : (title: string, test: () => Promise<void>) => itUnless(missing, title, test);

    itHere("each entry's example prints what stands beside it", async () => {
      const scripts = EXAMPLES.map((entry) => `examples/api/${entry}.mjs`);
      await writeFile(join(project, "all.mjs"), scripts.map((path) => `await import("./${path}");\n`).join(""));
      const said = scripts.flatMap(printedBy);
      expect(said.length).toBeGreaterThan(10);
      expect(await execute(command, ["all.mjs"])).toEqual({ code: 0, out: `${said.join("\n")}\n` });
    });

    itHere("loads TypeScript of a user's from a folder without a package.json", async () => {
      const folder = await mkdtemp(join(tmpdir(), "scopebench-modules-"));
      const modules = {
        one: 'enum Name { One = "one" }\nexport const said: string = Name.One;\n',
        two: 'import { said as first } from "./one.ts";\nexport const said: string = "two after " + first;\n',
      };
      for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, `${name}.ts`), text);
      const from = JSON.stringify(join(project, "node_modules/scopebench/dist/base/consent/import-module.js"));
      const say = Object.keys(modules).map(
        (name) => `console.log((await importModule("${join(folder, name)}.ts")).said);`,
      );
      await writeFile(join(project, "loads.mjs"), `import { importModule } from ${from};\n${say.join("\n")}\n`);
      expect(await execute(command, ["loads.mjs"])).toEqual({ code: 0, out: "one\ntwo after one\n" });
      await rm(folder, { recursive: true });
    });

    itHere("vitest's example passes", async () => {
      await execute(command, ["save-baseline.js"], join(project, "examples/vitest"));
      expect(await runVitestExample(command)).toMatchObject({ code: 0, out: expect.stringContaining("2 passed") });
    });
  });

  it("vitest's example fails on a search that got worse, naming the questions", async () => {
    const path = join(project, "examples/vitest/search.js");
    const search = await readFile(path, "utf8");
    await writeFile(path, search.replace("shared(TITLES[id]) > 0", "shared(TITLES[id]) > 3"));
    const { code, out } = await runVitestExample([process.execPath]);
    await writeFile(path, search);
    expect([code, out]).toEqual([1, expect.stringMatching(/regression: 2 of 4 rules broken[\s\S]*1\.000 -> \.000/)]);
  });

  it("its declarations suit a strict project", async () => {
    const uses = apiEntries().map((entry) => `import * as ${entry} from "scopebench/${entry}";\nvoid ${entry};\n`);
    const matchers = `import { expect } from "vitest";\nawait expect((q: string) => [q]).toReachNdcg(1, { qrels: { a: ["a"] } });\nawait expect("latest").not.toRegressFrom("a.csv");\n`;
    await writeFile(join(project, "uses.ts"), `${uses.join("")}${matchers}`);
    const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const flags = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--types",
      "",
    ];
    expect(await execute([process.execPath], [compiler, ...flags, "uses.ts"])).toEqual({ code: 0, out: "" });
  });

  const [oldest] = RUNTIMES;
  it("its command goes through every stage, and its results are read", () => runCommand([process.execPath]));
  itUnless(oldest!.missing ?? null, `under ${oldest!.name}, too`, () => runCommand(oldest!.command));

  async function runCommand(node: readonly string[]): Promise<void> {
    const command = [...node, ...ENGINE_FLAGS];
    const bin = join(project, "node_modules/scopebench/harness/scopebench.mjs");
    await writeFile(
      join(project, "bench.yaml"),
      "corpus: { type: telecom, scale: 0.02 }\nscenarios: { total: 5 }\nbaselines: [keyword]\nplots: { dpi: 72 }\n",
    );
    const ran = await execute(command, [
      bin,
      "run",
      "--limit",
      "1",
      "--models",
      "explorer",
      "--workflows",
      "react",
      "--knowledge",
      "prompt",
    ]);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("report") });
    const run = await newestRun(join(project, "runs"));
    expect(readFileSync(join(run, "report/index.html"), "utf8")).toContain("<h1");
    const read = await execute(command, ["examples/api/results.mjs", run]);
    expect(read).toEqual({ code: 0, out: `${printedBy("examples/api/results.mjs").join("\n")}\n` });
  }
});

describeWithoutParts();
