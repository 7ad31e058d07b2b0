import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { THRIFTY_HEAP } from "../../thrifty-heap.ts";

/** Its young generation too is kept small, which a running process cannot do for itself. */
const HEAP = [THRIFTY_HEAP, "--max-semi-space-size=4"];

/**
 * Runs Observable Framework's build over a prepared workspace (`observablehq.config.ts` and `src/`) into its `dist/`. A process of its
 * own, because Framework works from the current directory and keeps state in its modules.
 * An interruption ends it without an error.
 * @throws Error with Framework's own output when it fails: the workspace is ours, so that is a bug, not the user's fault
 */
export async function buildWithFramework(workspace: string, signal: AbortSignal): Promise<void> {
  const framework = dirname(createRequire(import.meta.url).resolve("@observablehq/framework/package.json"));
  const bin = join(framework, "dist/bin/observable.js");
  await pretendVersions(join(framework, "dist/client"), join(workspace, "src/.observablehq/cache/_npm"));
  const runtime = "Deno" in globalThis ? ["run", "--allow-all", `--v8-flags=${HEAP.join(",")}`, bin] : [...HEAP, bin];
  const environment = { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: "1" };
  await new Promise<void>((resolve, reject) => {
    const settings = { cwd: workspace, env: environment, signal, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [...runtime, "build"], settings, (error, stdout, stderr) => {
      if (!error || signal.aborted) return resolve();
      reject(new Error(`Observable Framework could not build the report:\n${stdout}\n${stderr}`, { cause: error }));
    });
  });
}

/**
 * Framework's client names libraries (React, D3, DuckDB, ...) that it loads on demand and that no page of ours uses. The build
 * asks the npm registry for the newest version of each, unless its cache has a folder of that name: so there is one, and a
 * report is built without a network.
 */
async function pretendVersions(client: string, cache: string): Promise<void> {
  const files = (await readdir(client, { recursive: true })).filter((name) => name.endsWith(".js"));
  const sources = await Promise.all(files.map((name) => readFile(join(client, name), "utf8")));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/"npm:((?:@[\w.-]+\/)?[\w.-]+)/g)].map(([, name]) => name as string),
  );
  for (const name of new Set(names)) await mkdir(join(cache, `${name}@0.0.0`), { recursive: true });
}
