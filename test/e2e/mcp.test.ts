import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeCorpusFolder } from "../../import/folder/write.ts";
import { smallCorpus } from "../db/small-corpus-data.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { BIN, scopebench } from "./cli-process.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-mcp-"));
  await writeCorpusFolder(smallCorpus(), join(cwd, "corpus"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("serves an SDK client over stdin and stdout, with nothing else on stdout, and logs each call", async () => {
  const args = [...ENGINE_FLAGS, BIN, "mcp", "--corpus", "corpus", "--log", "calls.jsonl"];
  const { PATH = "", SCOPEBENCH_CACHE = "" } = process.env;
  const env = { PATH, SCOPEBENCH_CACHE, NO_COLOR: "1" };
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: "pipe" });
  const client = new Client({ name: "test", version: "1" });
  const strays: Error[] = [];
  client.onerror = (error) => strays.push(error);
  await client.connect(transport, { timeout: 600_000 });
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  const found = await client.callTool({ name: "keyword_search", arguments: { query: "handover" } });
  expect(JSON.stringify(found.content)).toContain("TC-1001");
  expect(await client.callTool({ name: "nonsense", arguments: {} })).toMatchObject({ isError: true });
  await client.close();
  expect(strays).toEqual([]);
  const log = (await readFile(join(cwd, "calls.jsonl"), "utf8")).trim().split("\n");
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { index: 0, tool: "keyword_search", arguments: { query: "handover" }, status: "success" },
    { index: 1, tool: "nonsense", status: "error", error: { code: "unknown_tool" } },
  ]);
});

it("serves HTTP on this machine with a token from the environment, a thread for each client, until Ctrl-C", async () => {
  const missing = await scopebench(["assistant", "mcp", "--http", "--corpus", "corpus"], { cwd });
  expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining("SCOPEBENCH_MCP_TOKEN is not set")]);

  const served = Promise.withResolvers<{ url: string; stop(): void }>();
  const ended = scopebench(["assistant", "mcp", "--http", "--token-env", "MY_TOKEN", "--corpus", "corpus"], {
    cwd,
    environment: { MY_TOKEN: "planted-secret-7" },
    onStart(child) {
      let told = "";
      child.stderr?.on("data", (chunk: Buffer) => {
        told += chunk;
        const url = /http:\S+\/mcp\b/.exec(told)?.[0];
        if (url) served.resolve({ url, stop: () => void child.kill("SIGINT") });
      });
    },
  });
  const { url, stop } = await served.promise;
  const uris = [];
  for (let n = 0; n < 2; n++) {
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: "Bearer planted-secret-7" } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    await client.callTool({ name: "trace_links", arguments: { ids: ["FEA-101"] } });
    uris.push(...(await client.listResources()).resources.map((resource) => resource.uri));
    await client.close();
  }
  expect(new Set(uris.map((uri) => uri.split("?")[0])).size).toBe(2);
  expect(uris.every((uri) => uri.endsWith("/results/000-trace_links.json"))).toBe(true);
  stop();
  const { code, out, errors } = await ended;
  expect([code, out]).toEqual([0, ""]);
  expect(errors).not.toContain("planted-secret-7");
});
