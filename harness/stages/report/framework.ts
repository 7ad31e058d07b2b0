import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Runs Observable Framework's build over a prepared workspace (`observablehq.config.ts` and `src/`) into its `dist/`. A process of its
 * own, because Framework works from the current directory and keeps state in its modules.
 * @throws Error with Framework's own output when it fails: the workspace is ours, so that is a bug, not the user's fault
 */
export async function buildWithFramework(workspace: string, signal: AbortSignal): Promise<void> {
  const bin = join(
    dirname(createRequire(import.meta.url).resolve("@observablehq/framework/package.json")),
    "dist/bin/observable.js",
  );
  const runtime = "Deno" in globalThis ? ["run", "--allow-all", bin] : [bin];
  const environment = { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: "1" };
  await new Promise<void>((resolve, reject) => {
    const settings = { cwd: workspace, env: environment, signal, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [...runtime, "build"], settings, (error, stdout, stderr) => {
      if (!error) return resolve();
      reject(new Error(`Observable Framework could not build the report:\n${stdout}\n${stderr}`, { cause: error }));
    });
  });
}
