import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, expect, it } from "vitest";
import { snapshotStoreAt } from "../../harness/run/queue/snapshots/store.ts";
import { describeUnless } from "../left-out.ts";
import { findPython } from "../oracles/python.ts";

const found = findPython("s3.txt");
const KEYS = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "planted-secret-4711" };

describeUnless(found.missing, "a store in an S3-compatible store (moto)", () => {
  let server: ChildProcess;
  let environment: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-s3-"));
    server = spawn(found.python!, ["-m", "moto.server", "-H", "127.0.0.1", "-p", "0"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const address = await addressOf(server);
    environment = { ...KEYS, AWS_ENDPOINT_URL: address };
    const client = new AwsClient({ accessKeyId: "key", secretAccessKey: "secret", service: "s3", region: "us-east-1" });
    expect((await client.fetch(`${address}/bucket`, { method: "PUT" })).status).toBe(200);
  });
  afterAll(async () => {
    server.kill();
    await rm(folder, { recursive: true });
  });

  it.each(["s3://bucket", "s3://bucket/some/prefix/"])(
    "%s gives back what was put, and knows what it has not",
    async (place) => {
      const file = join(folder, "snapshot.tar.gz");
      const bytes = randomBytes(6_000_000);
      await writeFile(file, bytes);
      const store = snapshotStoreAt(place, environment);
      expect(await store.has("snapshot.tar.gz")).toBe(false);
      await store.put("snapshot.tar.gz", file);
      expect([await store.has("snapshot.tar.gz"), await store.has("other")]).toEqual([true, false]);
      const parts: Uint8Array[] = [];
      for await (const part of store.get("snapshot.tar.gz")) parts.push(part);
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    },
  );

  it("names the place where there is no such bucket, file or address, and never the key", async () => {
    const file = join(folder, "small");
    await writeFile(file, "small");
    const nowhere = { ...environment, AWS_ENDPOINT_URL: "http://127.0.0.1:2" };
    const refused = [
      snapshotStoreAt("s3://missing/prefix", environment).put("small", file),
      snapshotStoreAt("s3://bucket/prefix", environment).get("absent")[Symbol.asyncIterator]().next(),
      snapshotStoreAt("s3://bucket/prefix", nowhere).has("small"),
    ];
    const messages = (await Promise.allSettled(refused)).map((one) => one.status === "rejected" && one.reason.message);
    expect(messages).toEqual([
      expect.stringMatching(/PUT of small in s3:\/\/missing\/prefix: 404/),
      expect.stringMatching(/GET of absent in s3:\/\/bucket\/prefix: 404/),
      expect.stringMatching(/HEAD of small in s3:\/\/bucket\/prefix: .*ECONNREFUSED/),
    ]);
    expect(messages.join()).not.toContain("4711");
  });
});

/** As it says itself, once it listens. */
function addressOf(server: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    server.on("exit", () => reject(new Error(`moto ended: ${said}`)));
    server.stderr!.on("data", (chunk: Buffer) => {
      said += chunk;
      const [, address] = /Running on (http:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
  });
}
