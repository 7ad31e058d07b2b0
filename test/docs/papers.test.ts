import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Command, CommanderError } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { declareAll } from "../../harness/cli/declare-all.ts";
import type { Io } from "../../harness/print/io.ts";
import { loadConfig } from "../../harness/record/config/load.ts";
import { scenarioSchema } from "../../scenarios/set/schema.ts";
import { nonEmpty } from "../non-empty.ts";
import { commandsOf, papers, ROOT, type Snippet, snippetsOf, wordsOf } from "./pages.ts";

const PAPERS = nonEmpty(papers());
const SNIPPETS = nonEmpty(PAPERS.flatMap(snippetsOf));
/** Those of the examples are run, by `test/examples/gallery.test.ts`. */
const LINES = nonEmpty([
  ...new Set(
    SNIPPETS.filter(({ page }) => !page.startsWith("examples/")).flatMap((snippet) =>
      commandsOf(snippet).map((line) => `${snippet.page}: ${line}`),
    ),
  ),
]);

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-papers-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("README has at most 120 lines of at most 120 characters", () => {
  const lines = readFileSync(join(ROOT, "README.md"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

it.each(PAPERS)("$path has headings, and no paragraph of more than six lines", ({ text }) => {
  expect(text).toMatch(/^# .+/);
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const paragraphs = prose.split(/\n\s*\n/).filter((block) => !/^(?:[|#<]|- |\d\. )/.test(block.trim()));
  expect(paragraphs.filter((block) => block.trim().split("\n").length > 6)).toEqual([]);
});

it.each(PAPERS)("$path: every link to a file or heading of this repository leads there", ({ path, text }) => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const broken = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !leads(target, path));
  expect(broken).toEqual([]);
});

function leads(target: string, from: string): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? join(ROOT, from) : join(ROOT, dirname(from), file);
  if (!existsSync(path)) return false;
  if (anchor === undefined || !path.endsWith(".md")) return true;
  return [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].some(([, heading]) => slugOf(heading!) === anchor);
}

/** As GitHub makes the anchor of a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

describe("every snippet is held by what it shows", () => {
  it.each(LINES)("%s", async (named) => {
    const line = named.slice(named.indexOf(": ") + 2);
    for (const part of line.split(" && ")) await expectRunnable(part);
  });

  it("each configuration is valid", async () => {
    for (const { text, page } of nonEmpty(SNIPPETS.filter((one) => one.language === "yaml" && !isScenario(one)))) {
      const file = join(cwd, "snippet.yaml");
      await writeFile(file, text);
      await writeFile(join(cwd, "agent.mjs"), "");
      await writeFile(join(cwd, "strategy.mjs"), "export const retrieve = async () => [];\n");
      await expect(loadConfig({ cwd, environment: {}, file, flags: {} }), page).resolves.toBeDefined();
    }
  });

  it("each scenario that a page shows is one", () => {
    for (const { text, page } of nonEmpty(SNIPPETS.filter(isScenario)))
      expect(scenarioSchema.safeParse(parse(text)).error, page).toBeUndefined();
  });

  it("each piece of code stands as it is in the file that it names, which its own test runs", () => {
    for (const { text, file, page } of nonEmpty(
      SNIPPETS.filter(({ language }) => ["js", "ts", "py"].includes(language)),
    )) {
      expect(file, `${page}: <!-- same as: FILE --> is missing`).not.toBeNull();
      expect(readFileSync(join(ROOT, file!), "utf8"), page).toContain(text);
    }
  });
});

function isScenario({ page, language }: Snippet): boolean {
  return page === "docs/method/scenarios.md" && language === "yaml";
}

/** Its command, options and arguments are what the command line takes; a script or npm script is there. */
async function expectRunnable(line: string): Promise<void> {
  const words = wordsOf(line.replace(/^\w+=\S+ /, ""));
  if (words[0] === "npx" && words[1] === "scopebench") return parsed(words.slice(2));
  if (words[0] === "npm") return expectNpm(words.slice(1));
  if (/^export \w+=\S+$/.test(line)) return;
  const script = /scripts\/[\w-]+\.ts/.exec(line)?.[0];
  expect(script, `what is ${line}?`).toBeDefined();
  expect(existsSync(join(ROOT, script!)), line).toBe(true);
}

async function parsed(words: readonly string[]): Promise<void> {
  const program = new Command("scopebench").option("--debug").option("--trust");
  declareAll(program, { io: {} as Io, setExitCode: () => undefined });
  for (const command of program.commands) silence(command);
  const failed = await program.parseAsync([...words], { from: "user" }).then(
    () => null,
    (error: unknown) => (error instanceof CommanderError ? error.message : String(error)),
  );
  expect(failed, words.join(" ")).toBeNull();
}

/** Nothing is done: only what was typed is checked. */
function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  // A group has neither options nor anything to do by itself.
  if (command.commands.length === 0 || command.options.length > 0) command.action(() => undefined);
  for (const child of command.commands) silence(child);
}

function expectNpm(words: readonly string[]): void {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  const name = words[0] === "run" ? words[1] : words[0];
  expect(["ci", "install", "pack", ...Object.keys(scripts)]).toContain(name);
}
