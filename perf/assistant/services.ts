import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withDatabase } from "../../db/postgres/server-url.ts";
import { createTestDatabase } from "../../test/servers.ts";

/** A state for services to share: a database of its own on the server, or a folder where there is none. */
export async function makeState(server: string | undefined): Promise<{ location: string; remove(): Promise<void> }> {
  if (server === undefined) {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-assistant-"));
    return { location: folder, remove: () => rm(folder, { recursive: true, force: true }) };
  }
  process.env.SCOPEBENCH_TEST_POSTGRES_URL = server;
  const { name, drop } = await createTestDatabase();
  return { location: withDatabase({ url: server, database: name }), remove: drop };
}

export interface ServiceProcess {
  url: string;
  /** At once, as by `kill -9`. */
  kill(): Promise<void>;
}

/** A service in a process of its own, which ends when this one does, however that ends. */
export async function startService(location: string, latencyMs: string): Promise<ServiceProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL("service.ts", import.meta.url)), [location, latencyMs], {
    execArgv: ["--import", "tsx"],
  });
  const ended = once(child, "exit");
  const [url] = (await Promise.race([once(child, "message"), ended.then(failed)])) as [string];
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function failed(): never {
  throw new Error("the service ended before it served");
}
