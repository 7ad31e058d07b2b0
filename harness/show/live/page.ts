import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { readProgress } from "../../dag/progress/progress-file.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { configSchema } from "../../record/config/schema.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { CODE, REPORTS } from "../report/sources.ts";
import { renderExecution } from "./execution-page.ts";
import type { LiveData } from "./live-data.ts";
import { PartialResults } from "./partial-results.ts";

const SOURCES = join(REPORTS, "live");
const POLICY =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; font-src data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers requests of the live view: the page, its script and style, the run's state, and an execution by its name. False for anything else. */
export async function makeLivePage(
  runDirectory: string,
): Promise<(path: string, response: ServerResponse) => Promise<boolean>> {
  const html = await readFile(join(SOURCES, "live.html"), "utf8");
  const assets = await bundle();
  const results = new PartialResults(runDirectory);
  const send = (response: ServerResponse, type: string, text: string) => {
    const headers = {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
      "content-security-policy": POLICY,
    };
    response.writeHead(200, headers).end(text);
    return true;
  };
  return async (path, response) => {
    if (path === "/") return send(response, "text/html", html);
    if (path === "/live.js") return send(response, "text/javascript", assets.run);
    if (path === "/execution.js") return send(response, "text/javascript", assets.execution);
    if (path === "/live.css") return send(response, "text/css", assets.style);
    if (path === "/live.json")
      return send(response, "application/json", JSON.stringify(await readLive(runDirectory, results)));
    const [, name] = /^\/executions\/([^/]+)$/.exec(path) ?? [];
    if (name === undefined) return false;
    // After a restart of the server the first who asks may be an execution's page.
    if (!results.has(name)) await results.look();
    if (!results.has(name)) return false;
    return send(response, "text/html", await renderExecution(runDirectory, name));
  };
}

async function readLive(runDirectory: string, results: PartialResults): Promise<LiveData> {
  const [manifest, progress, config, partial] = await Promise.all([
    readManifest(runDirectory),
    readProgress(runDirectory),
    readFile(runPath(runDirectory, "config"), "utf8"),
    results.look(),
  ]);
  return {
    run: manifest.run_id,
    corpus: manifest.substrate?.mapping.name ?? null,
    stand_ins: [...manifest.stand_in_models, ...manifest.stand_in_judges],
    configurations: configurationsOf(configSchema.parse(JSON.parse(config))).length,
    progress,
    alive: existsSync(runPath(runDirectory, "lock")),
    report: existsSync(join(runPath(runDirectory, "report"), "index.html")),
    partial,
    now: new Date().toISOString(),
  };
}

const SHARED = { bundle: true, minify: true, write: false, logLevel: "silent", legalComments: "none" } as const;

async function bundle(): Promise<{ run: string; execution: string; style: string }> {
  const [run, execution, style] = await Promise.all([bundleScript("live"), bundleScript("execution"), bundleStyle()]);
  return { run, execution, style };
}

async function bundleScript(name: string): Promise<string> {
  const entryPoints = [join(SOURCES, `${name}${CODE}`)];
  const script = await build({ ...SHARED, entryPoints, format: "esm", tsconfigRaw: {} });
  return script.outputFiles[0]!.text;
}

/** The reports' style with its fonts inside: a page that is served beside a report loads nothing else. */
export async function bundleStyle(): Promise<string> {
  const entryPoints = [join(REPORTS, "src/style.css")];
  const style = await build({ ...SHARED, entryPoints, loader: { ".woff2": "dataurl" } });
  return style.outputFiles[0]!.text;
}
