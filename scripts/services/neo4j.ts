import { randomBytes } from "node:crypto";
import { join } from "node:path";
import neo4jDriver from "neo4j-driver";
import { fs } from "zx";
import { checkJava, neo4jJars } from "./neo4j-jars.ts";
import { freePort, runningIn, startServer, stopIn, writeState } from "./process.ts";
import type { Service } from "./service.ts";

const USER = "neo4j";

/** A Neo4j community server with a random password; its database stays when it is stopped. */
export const neo4j: Service = {
  name: "neo4j",
  status: ({ folder }) => runningIn(folder),
  async start({ folder, downloads }) {
    const already = await runningIn(folder);
    if (already) return already;
    await checkJava();
    const jars = await neo4jJars(downloads);
    const home = join(folder, "server");
    const password = await passwordOf(home);
    const port = await freePort();
    await fs.outputFile(join(home, "conf", "neo4j.conf"), configuration(port));
    const url = `bolt://127.0.0.1:${port}`;
    const pid = await startServer(
      {
        command: "java",
        arguments: [
          ...[
            "-Xmx512m",
            "-XX:+UseSerialGC",
            ...OPENED,
            "-cp",
            join(jars, "*"),
            "org.neo4j.server.CommunityEntryPoint",
          ],
          ...[`--home-dir=${home}`, `--config-dir=${join(home, "conf")}`],
        ],
        logFile: join(home, "server.log"),
      },
      () => logIn(url, password),
    );
    const environment = { SCOPEBENCH_NEO4J_URL: url, SCOPEBENCH_NEO4J_USER: USER, SCOPEBENCH_NEO4J_PASSWORD: password };
    return writeState(folder, { pid, description: `Neo4j on ${url}`, environment });
  },
  stop: ({ folder }) => stopIn(folder, "SIGTERM"),
};

/** Neo4j reaches into these packages of the JDK. */
const OPENED = ["java.nio", "java.io", "sun.nio.ch"].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);

/** Made at the first start. */
async function passwordOf(home: string): Promise<string> {
  const path = join(home, "password");
  if (!(await fs.pathExists(path))) await fs.outputFile(path, randomBytes(18).toString("base64url"), { mode: 0o600 });
  return fs.readFile(path, "utf8");
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

/** Neo4j's own, which it accepts for changing it only. */
const FIRST_PASSWORD = "neo4j";

/** Works once the server takes our password, which it is given on its first start. */
async function logIn(url: string, password: string): Promise<void> {
  try {
    await withDriver(url, password, (driver) => driver.getServerInfo());
  } catch (error) {
    if ((error as { code?: string }).code !== "Neo.ClientError.Security.Unauthorized") throw error;
    const first = FIRST_PASSWORD;
    await withDriver(url, first, (driver) =>
      driver.executeQuery(
        "ALTER CURRENT USER SET PASSWORD FROM $first TO $password",
        { first, password },
        { database: "system" },
      ),
    );
  }
}

async function withDriver<T>(
  url: string,
  password: string,
  work: (driver: ReturnType<typeof neo4jDriver.driver>) => Promise<T>,
): Promise<T> {
  const driver = neo4jDriver.driver(url, neo4jDriver.auth.basic(USER, password), { connectionTimeout: 2000 });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}
