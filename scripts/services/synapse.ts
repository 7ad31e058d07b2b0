import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fs } from "zx";
import { freePort, runCommand, runningIn, startServer, stopIn, writeState } from "./process.ts";
import type { Service } from "./service.ts";

const PACKAGE = "matrix-synapse==1.163.2";

/** An empty Matrix homeserver over SQLite that knows no other one, without limits of rate; who has its secret may make users. */
export const synapse: Service = {
  name: "synapse",
  isByNameOnly: true,
  status: ({ folder }) => runningIn(folder),
  async start({ folder, downloads, log }) {
    const already = await runningIn(folder);
    if (already) return already;
    const python = await install(downloads, log);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const secretFile = join(folder, "secret");
    if (!(await fs.pathExists(secretFile)))
      await fs.outputFile(secretFile, randomBytes(24).toString("hex"), { mode: 0o600 });
    const secret = await fs.readFile(secretFile, "utf8");
    const file = join(folder, "homeserver.json");
    await fs.outputJson(file, configuration({ folder, port, secret }), { mode: 0o600 });
    await fs.outputJson(join(folder, "log.json"), { version: 1, root: { level: "WARNING" } });
    const program = ["-m", "synapse.app.homeserver", "-c", file];
    await runCommand([python, ...program, "--generate-keys"], { hint: HINT });
    const pid = await startServer({ command: python, arguments: program, logFile: join(folder, "server.log") }, () =>
      fetch(`${url}/_matrix/client/versions`),
    );
    const environment = {
      ...{ SCOPEBENCH_SYNAPSE_URL: url, SCOPEBENCH_SYNAPSE_SECRET: secret },
      SCOPEBENCH_SYNAPSE_PYTHON: python,
    };
    return writeState(folder, { pid, description: `${PACKAGE.replace("==", " ")} on ${url}`, environment });
  },
  stop: ({ folder }) => stopIn(folder, "SIGTERM"),
};

const HINT = "needs Python 3.10 or newer with venv and pip";

async function install(folder: string, log: (message: string) => void): Promise<string> {
  const complete = join(folder, "complete");
  const python = join(folder, "bin/python");
  if ((await fs.pathExists(complete)) && (await fs.readFile(complete, "utf8")) === PACKAGE) return python;
  log(`downloading ${PACKAGE}`);
  await runCommand(["python3", "-m", "venv", folder], { hint: HINT });
  await runCommand([python, "-m", "pip", "install", "--quiet", PACKAGE], { hint: HINT });
  await fs.writeFile(complete, PACKAGE);
  return python;
}

function configuration({ folder, port, secret }: { folder: string; port: number; secret: string }) {
  const fast = { per_second: 1_000, burst_count: 10_000 };
  return {
    ...{ server_name: "localhost", report_stats: false, enable_registration: false },
    ...{ registration_shared_secret: secret, macaroon_secret_key: secret, pid_file: join(folder, "server.pid") },
    ...{ signing_key_path: join(folder, "signing.key"), media_store_path: join(folder, "media") },
    ...{ log_config: join(folder, "log.json"), suppress_key_server_warning: true, trusted_key_servers: [] },
    ...{ federation_domain_whitelist: [], url_preview_enabled: false, presence: { enabled: false } },
    listeners: [
      {
        ...{ port, type: "http", tls: false, bind_addresses: ["127.0.0.1"] },
        resources: [{ names: ["client"], compress: false }],
      },
    ],
    database: { name: "sqlite3", args: { database: join(folder, "homeserver.db") } },
    ...{ rc_message: fast, rc_registration: fast, rc_joins: { local: fast }, rc_joins_per_room: fast },
    rc_login: { address: fast, account: fast, failed_attempts: fast },
    rc_invites: { per_room: fast, per_user: fast, per_issuer: fast },
  };
}
