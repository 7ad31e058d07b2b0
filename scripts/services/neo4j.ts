import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import neo4j from "neo4j-driver";
import { UserError } from "../../base/user-error.ts";
import { checkJava, neo4jJars } from "./neo4j-jars.ts";

/** A Neo4j community server of ours; its state file says as much. */
export interface Neo4jService {
  url: string;
  user: string;
  password: string;
  pid: number;
}

/** Longest wait for Bolt. It answers in about 15 s on two idle cores. */
const START_MS = 180_000;
const STOP_MS = 20_000;

/** Starts a server with its data in `folder`, on a free port of this machine only, or finds it running. Jars are cached in `cache`. */
export async function startNeo4j({ folder, cache }: { folder: string; cache: string }): Promise<Neo4jService> {
  const running = await statusNeo4j(folder);
  if (running) return running;
  await checkJava();
  const jars = await neo4jJars(cache);
  const home = resolve(folder);
  const known = await readState(folder);
  const port = await freePort();
  await mkdir(join(home, "conf"), { recursive: true });
  await writeFile(join(home, "conf", "neo4j.conf"), configuration(port));
  const pid = await launch(home, jars);
  const service = { url: `bolt://127.0.0.1:${port}`, user: "neo4j", password: known?.password ?? newPassword(), pid };
  try {
    await untilAnswering(service, home);
  } catch (error) {
    await endProcess(pid);
    throw error;
  }
  await writeFile(stateFile(home), `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 });
  return service;
}

/** The running server of a folder, null when none runs. */
export async function statusNeo4j(folder: string): Promise<Neo4jService | null> {
  const state = await readState(folder);
  return state && (await isOurs(state.pid, resolve(folder))) ? state : null;
}

/** Stops the server of a folder by its pid; its data stay, or go with `remove`. */
export async function stopNeo4j(folder: string, { remove = false } = {}): Promise<boolean> {
  const running = await statusNeo4j(folder);
  if (running) await endProcess(running.pid);
  if (remove) await rm(folder, { recursive: true, force: true });
  return running !== null;
}

function stateFile(folder: string): string {
  return join(folder, "service.json");
}

async function readState(folder: string): Promise<Neo4jService | null> {
  try {
    return JSON.parse(await readFile(stateFile(folder), "utf8")) as Neo4jService;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Bolt only. Transactions over their time are looked for five times a second instead of every two seconds. */
function configuration(port: number): string {
  return [
    `server.bolt.listen_address=127.0.0.1:${port}`,
    "server.http.enabled=false",
    "server.https.enabled=false",
    "server.memory.pagecache.size=64m",
    "db.transaction.monitor.check.interval=200ms",
    "dbms.usage_report.enabled=false",
    "",
  ].join("\n");
}

function newPassword(): string {
  return randomBytes(18).toString("base64url");
}

async function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Neo4j reaches into these packages of the JDK. */
const OPENED = ["java.nio", "java.io", "sun.nio.ch"].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);

async function launch(home: string, jars: string): Promise<number> {
  const log = await open(join(home, "server.log"), "w");
  const child = spawn(
    "java",
    [
      ...["-Xmx512m", "-XX:+UseSerialGC", ...OPENED, "-cp", join(jars, "*"), "org.neo4j.server.CommunityEntryPoint"],
      ...[`--home-dir=${home}`, `--config-dir=${join(home, "conf")}`],
    ],
    { detached: true, stdio: ["ignore", log.fd, log.fd] },
  );
  child.unref();
  await log.close();
  return child.pid!;
}

async function untilAnswering(service: Neo4jService, home: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const problem = await answers(service);
    if (problem === null) return;
    if (isAlive(service.pid) && Date.now() < deadline) await sleep(300);
    else
      throw new UserError("environment", `Neo4j did not start: ${problem}`, {
        problems: (await readFile(join(home, "server.log"), "utf8")).trim().split("\n").slice(-5),
      });
  }
}

/** Null when the server takes our password, which it is given on its first start; otherwise why not. */
async function answers({ url, user, password }: Neo4jService): Promise<string | null> {
  try {
    await withDriver(url, [user, password], (driver) => driver.getServerInfo());
    return null;
  } catch (error) {
    if ((error as { code?: string }).code !== "Neo.ClientError.Security.Unauthorized") return (error as Error).message;
  }
  try {
    await withDriver(url, [user, FIRST_PASSWORD], (driver) =>
      driver.executeQuery(
        "ALTER CURRENT USER SET PASSWORD FROM $first TO $password",
        { first: FIRST_PASSWORD, password },
        { database: "system" },
      ),
    );
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Neo4j's own, which it accepts for changing it only. */
const FIRST_PASSWORD = "neo4j";

async function withDriver<T>(
  url: string,
  [user, password]: [string, string],
  work: (driver: ReturnType<typeof neo4j.driver>) => Promise<T>,
): Promise<T> {
  const driver = neo4j.driver(url, neo4j.auth.basic(user, password), { connectionTimeout: 2000 });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A pid may have been given to another process since. */
async function isOurs(pid: number, home: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const child = spawn("ps", ["-o", "command=", "-ww", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] });
  let command = "";
  for await (const chunk of child.stdout) command += String(chunk);
  return command.includes(`--home-dir=${home} `);
}

async function endProcess(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_MS;
  if (isAlive(pid)) process.kill(pid, "SIGTERM");
  while (isAlive(pid) && Date.now() < deadline) await sleep(100);
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}
