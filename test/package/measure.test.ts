import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import { itUnless } from "../left-out.ts";
import { installNodes, RUNTIMES } from "./install.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRIES = ["metrics", "statistics", "clustering", "trec"];

let project: string;
beforeAll(async () => {
  await installNodes();
  project = await mkdtemp(join(tmpdir(), "scopebench-measure-"));
  const packed = await execute("npm", ["pack", "--json", "--pack-destination", project], join(ROOT, "measure"));
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("[\n")));
  await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
  await execute("npm", ["install", "--offline", join(project, filename)]);
  for (const entry of ENTRIES) await writeFile(join(project, `${entry}.mjs`), exampleOf(entry));
  await writeFile(join(project, "all.mjs"), ENTRIES.map((entry) => `await import("./${entry}.mjs");\n`).join(""));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** The example of the same entry of scopebench. */
function exampleOf(entry: string): string {
  return readFileSync(join(ROOT, `examples/api/${entry}.mjs`), "utf8").replace("scopebench/", "scopebench-measure/");
}

/** What an example says that it prints. */
function printedBy(entry: string): string[] {
  return [...exampleOf(entry).matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text!);
}

function execute(program: string, args: readonly string[], cwd = project): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
    );
  });
}

describe("scopebench-measure, packed and installed", () => {
  it("is of the version of scopebench, for the same versions of Node", () => {
    const [own, whole] = ["measure/package.json", "package.json"].map((path) =>
      JSON.parse(readFileSync(join(ROOT, path), "utf8")),
    );
    expect([own.version, own.engines]).toEqual([whole.version, whole.engines]);
  });

  it("brings nothing but itself, in less than 1 MB", () => {
    const modules = join(project, "node_modules");
    expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["scopebench-measure"]);
    const files = readdirSync(modules, { recursive: true, encoding: "utf8" }).map((name) =>
      statSync(join(modules, name)),
    );
    expect(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)).toBeLessThan(1e6);
  });

  describe.each(RUNTIMES)("under $name", ({ command, missing }) => {
    const itHere =
      missing === undefined ? it : (title: string, test: () => Promise<void>) => itUnless(missing, title, test);

    itHere("each entry's example prints what stands beside it", async () => {
      const said = ENTRIES.flatMap(printedBy);
      expect(said.length).toBeGreaterThan(8);
      const [program = "", ...before] = command;
      expect(await execute(program, [...before, "all.mjs"])).toBe(`${said.join("\n")}\n`);
    });
  });

  it("runs in a browser, but for files of TREC", async () => {
    const contents = `${exampleOf("metrics")}\n${exampleOf("statistics")}`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
    });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const printed: string[] = [];
      page.on("console", (message) => printed.push(message.text()));
      await page.addScriptTag({ content: outputFiles[0]!.text });
      await expect.poll(() => printed).toEqual([...printedBy("metrics"), ...printedBy("statistics")]);
    } finally {
      await browser.close();
    }
  });

  it("has declarations that suit a strict project which checks its libraries, too", async () => {
    const uses = ["", ...ENTRIES.map((entry) => `/${entry}`)].map(
      (entry, i) => `import * as a${i} from "scopebench-measure${entry}";\nvoid a${i};\n`,
    );
    await writeFile(join(project, "uses.ts"), uses.join(""));
    const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", ""];
    expect(await execute(process.execPath, [compiler, ...flags, "uses.ts"])).toBe("");
  });
});
