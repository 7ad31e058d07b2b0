import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { makeFolder } from "../../../base/make-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { THRIFTY_HEAP } from "../../record/engine/thrifty-heap.ts";
import type { BuildMessage, Order } from "./build-site.ts";
import { type OwnPage, type PageProblem, replacementPage } from "./own-pages/own-page.ts";
import { CODE } from "./sources.ts";

/** Its young generation too is kept small, which a running process cannot do for itself. */
const HEAP = [THRIFTY_HEAP, "--max-semi-space-size=4"];

/** Of silence, after which an own page is given up; an ordinary one takes a tenth of a second. */
const PATIENCE_MS = 60_000;

const ENDED = "the process ended";

interface BuildOptions extends Pick<Order, "own" | "libraries"> {
  signal: AbortSignal;
  /** Default: a minute. */
  patienceMs?: number;
  /** One that was started over the workspace before. */
  started?: RunningFramework;
}

/**
 * Runs Observable Framework's build over a prepared workspace (`observablehq.config.ts` and `src/`) into its `dist/`, and gives what
 * is wrong with own pages. One that Framework cannot live through (it hangs, or takes all memory) is replaced, and all is
 * built again. An interruption ends it without an error.
 * @throws Error with Framework's own words when it fails over pages of ours: that is a bug, not the user's fault
 */
export async function buildWithFramework(workspace: string, options: BuildOptions): Promise<PageProblem[]> {
  const { signal, patienceMs = PATIENCE_MS, libraries } = options;
  let { started } = options;
  await pretendVersions(workspace);
  let own = [...options.own];
  const given: PageProblem[] = [];
  const giveUp = async (page: OwnPage, message: string) => {
    const problem = { file: `${page.name}.md`, line: null, message };
    given.push(problem);
    own = own.filter((one) => one !== page);
    await writeFile(join(workspace, "src", problem.file), replacementPage(page, [problem]));
  };
  for (;;) {
    const framework = started ?? startFramework(workspace);
    started = undefined;
    const onAbort = () => framework.end();
    signal.addEventListener("abort", onAbort);
    const { problems, failure, begun } = await framework.build({ own, libraries }, patienceMs);
    signal.removeEventListener("abort", onAbort);
    framework.end();
    if (signal.aborted) return [];
    if (failure === null) return [...given, ...problems];
    if (own.length === 0) throw new Error(`Observable Framework could not build the report:\n${failure}`);
    const guilty = own.filter(({ name }) => begun === null || name === begun);
    for (const page of guilty) await giveUp(page, `it could not be built: ${failure.split("\n", 1)[0]}`);
  }
}

interface Outcome {
  problems: PageProblem[];
  failure: string | null;
  /** The own page that was being loaded when it failed. */
  begun: string | null;
}

export interface RunningFramework {
  /** After a failure that was not told by Framework itself the process is gone. */
  build(order: Order, patienceMs?: number): Promise<Outcome>;
  end(): void;
}

/** A process that has Framework loaded, ready to build the workspace as often as it is asked to. */
export function startFramework(workspace: string): RunningFramework {
  const child = spawn(process.execPath, commandLine(), {
    cwd: workspace,
    env: { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: "1" },
    stdio: ["pipe", "pipe", "pipe", "pipe"], // The last is PARENT_PIPE.
  });
  let complaints = "";
  child.stderr.on("data", (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-4000);
  });
  // One that cannot be started closes as well.
  child.on("error", (error) => {
    complaints = error.message;
  });
  let ended = false;
  child.on("close", () => {
    ended = true;
  });
  child.stdin.on("error", () => undefined); // It ended; what it was asked is answered by its end.
  const lines = createInterface({ input: child.stdout });
  return {
    end: () => void child.kill("SIGKILL"),
    build(order, patienceMs = PATIENCE_MS) {
      if (ended) return Promise.resolve({ problems: [], failure: complaints || ENDED, begun: null });
      child.stdin.write(`${JSON.stringify(order)}\n`);
      return listen({ child, lines, patienceMs, complaints: () => complaints });
    },
  };
}

interface Listening {
  child: ChildProcess;
  lines: NodeJS.EventEmitter;
  patienceMs: number;
  complaints(): string;
}

function listen({ child, lines, patienceMs, complaints }: Listening): Promise<Outcome> {
  const problems: PageProblem[] = [];
  let begun: string | null = null;
  return new Promise((resolve) => {
    const finish = (failure: string | null) => {
      clearTimeout(timer);
      lines.off("line", onLine);
      child.off("close", onClose);
      resolve({ problems, failure, begun: failure === null ? null : begun });
    };
    const onSilence = () => {
      // Of our own pages the time is not limited: how long they take is not up to a reader.
      if (begun === null) return;
      child.kill("SIGKILL");
      finish(`nothing came of it in ${patienceMs / 1000} s`);
    };
    const timer = setTimeout(onSilence, patienceMs);
    const onClose = () => finish(complaints() || ENDED);
    const onLine = (line: string) => {
      if (!line.startsWith('{"type":')) return;
      timer.refresh();
      const message = JSON.parse(line) as BuildMessage;
      if (message.type === "page") begun = message.page;
      else if (message.type === "problem") problems.push(message.problem);
      else finish(message.type === "built" ? null : message.message);
    };
    lines.on("line", onLine);
    child.on("close", onClose);
  });
}

function commandLine(): string[] {
  const entry = fileURLToPath(new URL(`build-site${CODE}`, import.meta.url));
  if ("Deno" in globalThis) return ["run", "--allow-all", `--v8-flags=${HEAP.join(",")}`, entry, frameworkFolder()];
  // An older Node reads TypeScript by tsx only.
  const loader = CODE === ".ts" && !process.features.typescript ? ["--import", import.meta.resolve("tsx")] : [];
  return [...HEAP, ...loader, entry, frameworkFolder()];
}

function frameworkFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("@observablehq/framework/package.json")), "dist");
}

/**
 * Framework's client names libraries (React, D3, DuckDB, ...) that it loads on demand and that no page of ours uses. The build
 * asks the npm registry for the newest version of each, unless its cache has a folder of that name: so there is one, and a
 * report is built without a network.
 */
async function pretendVersions(workspace: string): Promise<void> {
  const client = join(frameworkFolder(), "client");
  const cache = join(workspace, "src/.observablehq/cache/_npm");
  const files = (await readdir(client, { recursive: true })).filter((name) => name.endsWith(".js"));
  const sources = await Promise.all(files.map((name) => readFile(join(client, name), "utf8")));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/"npm:((?:@[\w.-]+\/)?[\w.-]+)/g)].map(([, name]) => name as string),
  );
  for (const name of new Set(names)) await makeFolder(join(cache, `${name}@0.0.0`));
}
