import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { parse } from "yaml";
import { freePort } from "../../../scripts/services/process.ts";
import { testBacklot } from "../../servers.ts";

/** One of `backlot import`'s records. */
export type BacklotRecord = Readonly<Record<string, unknown>>;

export interface TestBacklot {
  url: string;
  /** Of a person, by address. */
  tokenOf(email: string): string;
  stop(): Promise<void>;
}

/** A server of one test file's own over these records; everybody who wrote one has a token. */
export async function startBacklot(records: readonly BacklotRecord[]): Promise<TestBacklot> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-backlot-"));
  const corpus = join(folder, "corpus.jsonl");
  const data = join(folder, "data");
  await writeFile(corpus, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  await promisify(execFile)(testBacklot(), ["import", corpus, "--data-dir", data]);
  const { users } = parse(await readFile(join(data, "tokens.yaml"), "utf8")) as Tokens;
  const port = await freePort();
  const options = ["--port", String(port), "--disable-telemetry", "--log-level", "warning"];
  const child = spawn(testBacklot(), ["serve", "--data-dir", data, ...options], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    url,
    tokenOf(email) {
      const user = users.find((one) => one.email === email);
      if (!user) throw new Error(`no user ${email}`);
      return user.token;
    },
    async stop() {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Tokens {
  users: { email: string; token: string }[];
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 120_000; ; await sleep(100)) {
    if (child.exitCode !== null) throw new Error("backlot ended before it answered");
    const isThere = await fetch(`${url}/slack/api/api.test`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (Date.now() > end) throw new Error("backlot does not answer");
  }
}
