import { join } from "node:path";
import { fs } from "zx";
import { freePort, runCommand, runningIn, startServer, stopIn, writeState } from "./process.ts";
import type { RunningService, Service } from "./service.ts";

/** A server by other people that serves Confluence, Jira, Slack and others in the vendors' shapes, with a token per user (Apache-2.0). */
const PACKAGE = "backlot==0.1.0";

/** backlot over its own small corpus, or over that of SCOPEBENCH_BACKLOT_CORPUS (what `backlot import` takes). Tokens are made at the first start. */
export const backlot: Service = {
  name: "backlot",
  isByNameOnly: true,
  status: ({ folder }) => runningIn(folder),
  async start({ folder, downloads, log }) {
    const already = await runningIn(folder);
    if (already) return already;
    const program = await install(downloads, log);
    const data = join(folder, "data");
    if (!(await fs.pathExists(join(data, "tokens.yaml")))) await fill(program, data);
    return writeState(folder, await serve({ program, folder, data }));
  },
  stop: ({ folder }) => stopIn(folder, "SIGTERM"),
};

/** Into a Python environment of its own. Gives the program. */
async function install(folder: string, log: (message: string) => void): Promise<string> {
  const complete = join(folder, "complete");
  const program = join(folder, "bin/backlot");
  if ((await fs.pathExists(complete)) && (await fs.readFile(complete, "utf8")) === PACKAGE) return program;
  log(`downloading ${PACKAGE} (120 MB with what it needs)`);
  const hint = "needs Python 3.10 or newer with venv and pip";
  await runCommand(["python3", "-m", "venv", folder], { hint });
  await runCommand([join(folder, "bin/python"), "-m", "pip", "install", "--quiet", PACKAGE], { hint });
  await fs.writeFile(complete, PACKAGE);
  return program;
}

async function fill(program: string, data: string): Promise<void> {
  const own = process.env.SCOPEBENCH_BACKLOT_CORPUS;
  await fs.ensureDir(data);
  await runCommand([program, "import", own ?? "--bundled", "--data-dir", data], {
    hint: "SCOPEBENCH_BACKLOT_CORPUS is what `backlot import` takes; `backlot import --dry-run` says what is wrong with it",
  });
}

async function serve(server: { program: string; folder: string; data: string }): Promise<RunningService> {
  const { program, folder, data } = server;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pid = await startServer(
    {
      command: program,
      arguments: ["serve", "--data-dir", data, "--port", String(port), "--disable-telemetry", "--log-level", "warning"],
      logFile: join(folder, "server.log"),
    },
    () => fetch(`${url}/slack/api/api.test`),
  );
  return {
    pid,
    description: `${PACKAGE.replace("==", " ")} on ${url}`,
    environment: {
      SCOPEBENCH_BACKLOT: program,
      SCOPEBENCH_BACKLOT_URL: url,
      SCOPEBENCH_BACKLOT_TOKENS: join(data, "tokens.yaml"),
    },
  };
}
