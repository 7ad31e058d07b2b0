import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, readdir, rm, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { sendFile } from "../../../base/loopback/send-file.ts";
import { serveLoopback } from "../../../base/loopback/serve.ts";
import { UserError } from "../../../base/user-error.ts";
import { withScratchFolder } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import type { Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import type { Config } from "../../record/config/schema.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { PageModules } from "./bundle.ts";
import { finishPage } from "./finish.ts";
import { type RunningFramework, startFramework } from "./framework.ts";
import { prepareWorkspace } from "./index.ts";
import { IMPORTABLE, placeLibraries } from "./libraries.ts";
import { describeProblem, type OwnPagesData } from "./own-pages/own-page.ts";
import { placeOwnPages } from "./own-pages/place-pages.ts";
import { readSite } from "./read-site.ts";
import { CODE, REPORTS } from "./sources.ts";

const RELOADED = '<script type="module" src="./preview.js"></script>';

/** How often the folder of pages is looked at. Looking holds on every file system and for every editor's way of saving. */
const LOOK_MS = 250;

interface PreviewOptions {
  runDirectory: string;
  config: Config;
  io: Io;
  port?: number;
  hosts?: readonly string[];
}

/** What a shown page asks for: another `version` is reason to load it again. */
export interface PreviewState {
  version: number;
  problems: string[];
}

/**
 * Shows the run's own pages while they are written, over its built report, until Ctrl-C: only they are built again, into a
 * folder for that time. The run and its report stay as they are.
 */
export async function previewRun({ runDirectory, config, io, port, hosts }: PreviewOptions): Promise<void> {
  const report = runPath(runDirectory, "report");
  if (!existsSync(join(report, "data", "trust.json")))
    throw new UserError("run-directory", `${report} holds no report of this version`, {
      hint: `scopebench report build ${runWord(runDirectory)}, or resume where the run is not complete`,
    });
  await withScratchFolder("preview", async (workspace) => {
    const { components } = await prepareWorkspace(workspace, await readSite(runDirectory, config));
    await cp(join(workspace, "components"), join(workspace, "dist/components"), { recursive: true });
    await cp(join(report, "data", "trust.json"), join(workspace, "src/data/trust.json"));
    await placeLibraries(join(workspace, "src"), null);
    const pages = new PreviewedPages({ runDirectory, workspace, components, io });
    const script = await bundleScript();
    const server = await serveLoopback({
      port: port ?? [3000, 0],
      hosts,
      methods: ["GET", "HEAD"],
      async handle(exchange) {
        const { path, response } = exchange;
        if (path === "/preview.js") return send(response, "text/javascript", script);
        if (path === "/preview.json") return send(response, "application/json", JSON.stringify(pages.state));
        const folders = [join(workspace, "dist"), report];
        for (const folder of folders) if (await sendFile(folder, exchange)) return;
        response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      },
    });
    io.out(`${server.origin}/   Ctrl-C ends it`);
    await pages.watch((name) => io.out(`${server.origin}/${name}.html`));
    await server.close();
  });
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(text);
}

interface Given {
  runDirectory: string;
  workspace: string;
  components: PageModules;
  io: Io;
}

/** Own pages of a run, built whenever one changes. */
class PreviewedPages {
  readonly state: PreviewState = { version: 0, problems: [] };
  readonly #given: Given;
  #framework: RunningFramework;
  #seen = "";
  #names: readonly string[] = [];

  constructor(given: Given) {
    this.#given = given;
    this.#framework = startFramework(given.workspace);
  }

  /** Until the signal of `io`. `onPage` is told of each page once. */
  async watch(onPage: (name: string) => void): Promise<void> {
    const { signal } = this.#given.io;
    const aborted = once(signal, "abort");
    // A build that is under way at Ctrl-C ends by itself.
    signal.addEventListener("abort", () => this.#framework.end());
    while (!signal.aborted) {
      const found = await this.#look();
      if (found !== this.#seen) {
        this.#seen = found;
        const { pages } = await this.#build();
        for (const { name } of pages) if (!this.#names.includes(name)) onPage(name);
        this.#names = pages.map(({ name }) => name);
      }
      await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    }
    this.#framework.end();
  }

  /** Another text where a file is another. */
  async #look(): Promise<string> {
    const folder = runPath(this.#given.runDirectory, "pages");
    const names = await readdir(folder).catch(() => []);
    const times = await Promise.all(names.sort().map((name) => stat(join(folder, name)).catch(() => null)));
    return JSON.stringify(names.map((name, index) => [name, times[index]?.mtimeMs, times[index]?.size]));
  }

  async #build(): Promise<OwnPagesData> {
    const { runDirectory, workspace, components, io } = this.#given;
    const source = join(workspace, "src");
    const placed = await placeOwnPages(runDirectory, source);
    await writeFile(join(source, "data/own-pages.json"), JSON.stringify(placed));
    for (const name of this.#names)
      if (!placed.pages.some((page) => page.name === name))
        for (const path of [`src/${name}.md`, `dist/${name}.html`]) await rm(join(workspace, path), { force: true });
    const { problems, failure, begun } = await this.#framework.build({
      own: placed.pages,
      libraries: IMPORTABLE,
      again: true,
    });
    if (io.signal.aborted) return placed;
    if (failure !== null) {
      this.#framework.end();
      this.#framework = startFramework(workspace);
      const message = `it could not be built: ${failure.split("\n", 1)[0]}`;
      problems.push({ file: `${begun ?? "*"}.md`, line: null, message });
    }
    for (const { name } of placed.pages) {
      const page = join(workspace, "dist", `${name}.html`);
      if (existsSync(page)) await finishPage(page, { components, more: RELOADED });
    }
    this.state.problems = [...placed.problems, ...problems].map(describeProblem);
    this.state.version++;
    for (const problem of this.state.problems) io.error(problem);
    return placed;
  }
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(REPORTS, "live", `preview${CODE}`)],
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "silent",
    tsconfigRaw: {},
  });
  return outputFiles[0]!.text;
}
