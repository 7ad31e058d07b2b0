import { availableParallelism } from "node:os";
import neo4j from "neo4j-driver";
import { Client } from "pg";
import { $, sleep } from "zx";
import { isGone } from "../services/process.ts";
import type { Service, ServiceContext } from "../services/service.ts";
import type { ServerProxy } from "./proxy.ts";

export interface Disturbed {
  service: Service;
  context: ServiceContext;
  proxy: ServerProxy;
  /** Name of the variable that holds its address. */
  variable: string;
}

/** Ways to disturb a server for some time; each leaves it as it was. */
export const DISTURBANCES: Readonly<Record<string, (server: Disturbed, ms: number) => Promise<void>>> = {
  /** An orderly end, a wait, a start: on another port, behind the same address. */
  async stop(server, ms) {
    await server.service.stop(server.context);
    await sleep(ms);
    await start(server);
  },
  async restart(server) {
    await server.service.stop(server.context);
    await start(server);
  },
  async kill(server) {
    const pids = await processesOf(server);
    for (const pid of pids) signal(pid, "SIGKILL");
    while (!(await Promise.all(pids.map(isGone))).every(Boolean)) await sleep(100);
    await start(server);
  },
  /** Connections stay, new ones are taken, and nothing is answered. */
  async freeze(server, ms) {
    const pids = await processesOf(server);
    for (const pid of pids) signal(pid, "SIGSTOP");
    await sleep(ms);
    for (const pid of pids) signal(pid, "SIGCONT");
  },
  async hold({ proxy }, ms) {
    proxy.hold(true);
    await sleep(ms);
    proxy.hold(false);
  },
  async cut({ proxy }, ms) {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(1000)) proxy.cut();
  },
  /** As an operator ends sessions; of Neo4j, which has no such call here, as `cut`. */
  async terminate(server, ms) {
    const url = (await server.service.status(server.context))?.environment[server.variable] ?? "";
    if (!url.startsWith("postgres")) return DISTURBANCES.cut!(server, ms);
    const client = new Client(url);
    await client.connect();
    const others =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL";
    for (const end = Date.now() + ms; Date.now() < end; await sleep(1000)) await client.query(others);
    await client.end();
  },
};

/** Those in which statements only wait. */
export const WAITS: Readonly<Record<string, (server: Disturbed, ms: number) => Promise<void>>> = {
  /** Another client holds a lock that keeps readers out: of all tables, or of a label whose index is to be made. */
  async lock(server, ms) {
    const environment = (await server.service.status(server.context))?.environment ?? {};
    const url = environment[server.variable] ?? "";
    await (url.startsWith("postgres") ? lockTables(url, ms) : lockLabel(environment, { url, ms }));
  },
  /** All of a server's processes come last, beside others that take all processors. */
  async starve(server, ms) {
    const pids = await processesOf(server);
    const busy = Array.from(
      { length: 2 * availableParallelism() },
      () => $({ nothrow: true, quiet: true })`sh -c ${"while :; do :; done"}`,
    );
    for (const pid of pids) await nice(pid, 19);
    await sleep(ms);
    await Promise.all(busy.map((process) => process.kill("SIGKILL")));
    for (const pid of pids) await nice(pid, 0);
  },
};

async function lockTables(url: string, ms: number): Promise<void> {
  const names = await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate",
    );
    return rows.map(({ datname }) => datname);
  });
  await Promise.all(
    names.map((name) =>
      withClient(Object.assign(new URL(url), { pathname: `/${name}` }).toString(), async (client) => {
        const { rows } = await client.query<{ list: string | null }>(
          "SELECT string_agg(oid::regclass::text, ', ') AS list FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('canon', 'core', 'rag', 'kb', 'proc')",
        );
        if (rows[0]?.list) await client.query(`BEGIN; LOCK TABLE ${rows[0].list}`);
        await sleep(ms);
      }),
    ),
  );
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  return use(client).finally(() => client.end());
}

async function lockLabel(
  environment: Readonly<Record<string, string>>,
  { url, ms }: { url: string; ms: number },
): Promise<void> {
  const { SCOPEBENCH_NEO4J_USER: user = "neo4j", SCOPEBENCH_NEO4J_PASSWORD: password = "" } = environment;
  const driver = neo4j.driver(url, neo4j.auth.basic(user, password));
  const transaction = driver.session().beginTransaction();
  for (const label of ["TestCase", "Feature"]) await transaction.run(`CREATE INDEX FOR (n:${label}) ON (n.locked)`);
  await sleep(ms);
  await transaction.rollback();
  await driver.close();
}

async function nice(pid: number, priority: number): Promise<void> {
  await $({ nothrow: true, quiet: true })`renice -n ${priority} -p ${pid}`;
}

/** Those in which nothing fails: calls only take longer, until the server is taken for lost. */
export const SILENT: ReadonlySet<string> = new Set(["freeze", "hold", "lock", "starve"]);

/** Starts a server, or finds it running, and aims its proxy at it. Gives the environment that leads through the proxy. */
export async function start({ service, context, proxy, variable }: Disturbed): Promise<Record<string, string>> {
  const { environment } = await service.start(context);
  const url = environment[variable]!;
  proxy.aim(url);
  return { ...environment, [variable]: proxy.address(url) };
}

/** A server's process and those that it started. */
async function processesOf({ service, context }: Disturbed): Promise<number[]> {
  const running = await service.status(context);
  if (!running) return [];
  const { stdout } = await $({ quiet: true })`ps -A -o pid=,ppid=`;
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [running.pid, ...pairs.filter(([, parent]) => parent === running.pid).map(([pid]) => pid!)];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // A session may have ended meanwhile.
  }
}
