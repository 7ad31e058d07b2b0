/**
 * The pictures of README and docs/, light and dark, into docs/pictures: the terminal and the gate's verdict as SVG, from the figures that
 * `scripts/figures.ts terminal gate-example` keeps; the report, one execution and the assistant from a browser.
 *
 *     node --import tsx scripts/docs-pictures.ts [--run FOLDER] [--terminal]
 *
 * --run FOLDER: a finished run with its report (default: one is made, by the command that the picture names).
 * --terminal: the terminal's pictures alone.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { argumentsOf } from "./arguments.ts";
import { launchBrowser } from "./browser.ts";
import { readFigures } from "./figures/source.ts";
import { sayInTerminal } from "./figures/sources/say-in-terminal.ts";
import { PICTURES, type Picture, readPictures } from "./pictures/kept.ts";
import { openWindow, photograph, photographReport } from "./pictures/of-docs.ts";
import { type Scheme, terminalSvg } from "./pictures/terminal.ts";

const RUN = "run --limit 10";
const QUESTION = "Which tests cover Xn handover failure?";
const SCHEMES: readonly Scheme[] = ["light", "dark"];
const ROOT = fileURLToPath(new URL("../", import.meta.url));

const { values } = argumentsOf(import.meta.filename, {
  run: { type: "string" },
  terminal: { type: "boolean", default: false },
});
mkdirSync(PICTURES, { recursive: true });
const terminals = [
  drawTerminal("terminal", "terminal", "run", "A small run in a terminal: eight stages, then a row a configuration"),
  drawTerminal(
    "verdict",
    "gate-example",
    "verdict",
    "The gate's verdict in a terminal: two rules broken, each with its evidence",
  ),
];
keep([...terminals, ...(values.terminal ? readPictures().slice(terminals.length) : await photographAll())]);

function keep(pictures: readonly Picture[]): void {
  writeFileSync(join(PICTURES, "pictures.json"), `${JSON.stringify(pictures, null, 2)}\n`);
  console.log(pictures.flatMap(({ files }) => files).join("\n"));
}

function drawTerminal(name: string, source: string, key: string, shows: string): Picture {
  const figures = readFigures().get(source)!;
  const files = SCHEMES.map((scheme) => write(`${name}-${scheme}.svg`, terminalSvg(figures.screens![key]!, scheme)));
  const { command, commit, date } = figures;
  return { name, files, shows, command, run: null, version: version(), commit, date };
}

async function photographAll(): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-pictures-"));
  const browser = await launchBrowser();
  try {
    const run = values.run ? resolve(values.run) : await makeRun(folder);
    const pictures = [
      made(
        "report",
        "The report's first page: findings, leaderboard, quality against cost",
        `npx scopebench ${RUN}`,
        run,
      ),
      made(
        "trace",
        "One execution in the report: its turns and calls, the verdict and its reason",
        `npx scopebench ${RUN}`,
        run,
      ),
      made(
        "assistant",
        "The assistant's page: a question, the tests that it recommends, their evidence",
        "npx scopebench assistant",
        null,
      ),
    ];
    for (const scheme of SCHEMES) {
      const photos: Record<string, Buffer> = {
        ...(await photographReport(run, browser, scheme)),
        assistant: await photographAssistant(folder, browser, scheme),
      };
      for (const { name } of pictures) write(`${name}-${scheme}.webp`, photos[name]!);
    }
    return pictures;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeRun(cwd: string): Promise<string> {
  sayInTerminal(RUN, cwd);
  const [name = ""] = await readdir(join(cwd, "runs"));
  return join(cwd, "runs", name);
}

function made(name: string, shows: string, command: string, run: string | null): Picture {
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const files = SCHEMES.map((scheme) => `${name}-${scheme}.webp`);
  return { name, files, shows, command, run: run && basename(run), version: version(), commit, date };
}

async function photographAssistant(cwd: string, browser: Browser, scheme: Scheme): Promise<Buffer> {
  const bin = join(ROOT, "harness/scopebench.mjs");
  const service = spawn(process.execPath, [bin, "assistant", "--port", "0"], {
    ...{ cwd, stdio: ["ignore", "ignore", "pipe"] },
  });
  const page = await openWindow(browser, scheme);
  try {
    await page.goto(await addressOf(service.stderr!));
    await page.getByLabel("question").fill(QUESTION);
    await page.getByLabel("question").press("Enter");
    await page.locator(".tests .title").first().waitFor();
    await page.locator(".coverage").waitFor();
    await page.evaluate("scrollTo(0, 0)");
    return await photograph(page);
  } finally {
    await page.context().close();
    service.kill("SIGTERM");
    await once(service, "exit");
  }
}

/** Where it says that it listens. */
async function addressOf(said: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: said })) {
    const address = /http:\/\/\S+/.exec(line)?.[0].replace(/;$/, "");
    if (address) return address;
  }
  throw new Error("the assistant ended before it listened");
}

function version(): string {
  return (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;
}

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(PICTURES, name), content);
  return name;
}
