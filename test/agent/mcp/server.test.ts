import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import type { ToolFamily } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { type McpHost, serveMcpHttp } from "../../../agent/mcp/http.ts";
import { describeTools } from "../../../agent/tools/registry.ts";
import type { ToolContext } from "../../../agent/turns/tool-context.ts";
import { useTools } from "../tools/context.ts";

const bench = useTools();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Served {
  client: Client;
  host: McpHost;
  context: ToolContext;
  end(): Promise<void>;
}

async function serve(overrides: Partial<ToolContext> = {}, given?: ToolContext): Promise<Served> {
  const host = await serveMcpHttp();
  open.push(host);
  const context = given ?? bench.context(overrides);
  const admission = host.admit("token-1", () => context);
  return { client: await connect(host, "token-1"), host, context, end: () => admission.close() };
}

async function connect(host: McpHost, token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(host.url), { requestInit }));
  open.push(client);
  return client;
}

/** A call by a client that checks nothing itself. */
async function call(client: Client, name: unknown, args?: unknown) {
  const params = { name, arguments: args } as { name: string; arguments?: Record<string, unknown> };
  return (await client.callTool(params)) as {
    isError?: boolean;
    content: { type: string; text?: string }[];
    _meta?: { resource: string };
    structuredContent: Record<string, unknown> & { error?: { code: string; hint?: string } };
  };
}

describe("the tools over MCP, by the official SDK's client", () => {
  it("lists every tool with its description and schema, and only those of the families that are on", async () => {
    const all = await serve();
    const { tools } = await all.client.listTools();
    const expected = describeTools(STUDY_LIMITS);
    expect(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).toEqual(
      expected.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })),
    );
    const families: ToolFamily[] = ["keyword"];
    const few = await serve({ families });
    expect((await few.client.listTools()).tools.map((tool) => tool.name)).toEqual(["keyword_search"]);
    const refused = await call(few.client, "sql_query", { query: "SELECT 1" });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "family_disabled" } } });
  });

  it("gives a preview as text and structure, and the full result as a resource that it names", async () => {
    const { client, context } = await serve({ limits: { ...STUDY_LIMITS, previewRows: 1 } });
    const result = await call(client, "keyword_search", { query: "handover", limit: 5 });
    expect(result.isError).toBe(false);
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
    expect(result.structuredContent).toMatchObject({ shown: 1, truncated: true });
    const uri = result._meta?.resource ?? "";
    const [resource] = (await client.readResource({ uri })).contents as { text: string }[];
    expect(resource?.text).toBe(await context.files.readText("/results/000-keyword_search.json"));
    expect((JSON.parse(resource?.text ?? "") as { rows: unknown[] }).rows.length).toBeGreaterThan(1);
    expect((await client.listResources()).resources.map((listed) => listed.uri)).toEqual([uri]);
    const grep = await call(client, "artifact_grep", { text: "TC-1001" });
    expect(grep.isError).toBe(false);
  });

  it("records each call of the thread as our own agent's are recorded, reading a resource too", async () => {
    const { client, context } = await serve();
    const args = { query: "handover", limit: 5 };
    const { _meta } = await call(client, "keyword_search", args);
    await client.readResource({ uri: _meta?.resource ?? "" });
    await call(client, "no_such_tool", { a: 1 });
    const records = await context.calls.records();
    expect(records.map(({ index, tool, status, turn }) => [index, tool, status, turn])).toEqual([
      [0, "keyword_search", "success", 0],
      [1, "resources/read", "success", 0],
      [2, "no_such_tool", "error", 0],
    ]);
    const { record } = await bench.call("keyword_search", args);
    const times = { startMs: 0, durationMs: 0 };
    expect({ ...records[0], ...times }).toEqual({ ...record, ...times });
  });

  it.each([
    ["a name that no tool has", "drop_table", {}, "unknown_tool"],
    ["no name at all", undefined, {}, "unknown_tool"],
    ["a name that is not a text", { toString: 1 }, {}, "unknown_tool"],
    ["a member that the schema lacks", "keyword_search", { query: "x", admin: true }, "invalid_arguments"],
    [
      "a member named __proto__",
      "keyword_search",
      JSON.parse('{"query":"x","__proto__":{"limit":1}}'),
      "invalid_arguments",
    ],
    ["arguments that are a list", "keyword_search", ["handover"], "invalid_arguments"],
    ["arguments that are a text", "keyword_search", '{"query":"x"}', "invalid_arguments"],
    ["a limit above the bound", "keyword_search", { query: "x", limit: 100_000 }, "invalid_arguments"],
    ["a NUL character", "keyword_search", { query: "a\0b" }, "invalid_arguments"],
    ["1 MB of text", "keyword_search", { query: "x".repeat(1_000_000) }, "invalid_arguments"],
    ["a second statement", "sql_query", { query: "SELECT 1; DROP TABLE canon.test_case" }, "sql_multiple_statements"],
    ["another schema", "sql_query", { query: "SELECT * FROM raw.payload" }, null],
    ["a file function", "sql_query", { query: "SELECT pg_read_file('/etc/passwd')" }, null],
    ["a procedure", "cypher_query", { query: "CALL db.labels()" }, null],
    ["a path that climbs", "artifact_overview", { path: "/results/../../etc/passwd" }, "invalid_path"],
    ["a hidden folder", "artifact_overview", { path: "/calls/000.json" }, "not_found"],
  ])("answers %s with a structured error, and records the arguments as sent", async (_what, name, args, code) => {
    const { client, context } = await serve();
    await call(client, "keyword_search", { query: "handover", limit: 1 });
    const result = await call(client, name, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent.error?.code).toEqual(code ?? expect.any(String));
    expect(result.structuredContent.error?.code).not.toBe("internal");
    const [, record] = await context.calls.records();
    expect(record).toMatchObject({ status: "error", arguments: args });
  });

  it("answers arguments nested 100,000 levels deep with an error, and stays in service", async () => {
    const { client, context } = await serve();
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"keyword_search","arguments":{"query":${deep}}}}`;
    const transport = client.transport as StreamableHTTPClientTransport;
    const response = await fetch((open[0] as unknown as McpHost).url, {
      method: "POST",
      headers: {
        authorization: "Bearer token-1",
        "mcp-session-id": transport.sessionId ?? "",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body,
    });
    expect(await response.text()).toMatch(/invalid_arguments|Parse error/);
    expect((await call(client, "keyword_search", { query: "handover" })).isError).toBe(false);
    expect((await context.calls.records()).at(-1)?.status).toBe("success");
  });

  it("refuses resources of other threads, hidden ones, and URIs that climb", async () => {
    const { client, context } = await serve();
    await call(client, "keyword_search", { query: "handover", limit: 1 });
    const own = `artifact://${context.files.scope.threadId}?path=`;
    const uris = [
      "artifact://other?path=/results/000-keyword_search.json",
      `${own}/calls/000.json`,
      `${own}/results/../calls/000.json`,
      `${own}/results/%2e%2e/%2e%2e/etc/passwd`,
      `${own}/results/%`,
      "file:///etc/passwd",
      "",
    ];
    for (const uri of uris)
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({
        code: -32_002,
        data: { code: expect.stringMatching(/not_found|invalid_path/) },
      });
    expect((await context.calls.records()).filter(({ status }) => status === "error")).toHaveLength(uris.length);
  });

  it("ends a call that its client takes back, though the call would never end, records it as cancelled, and goes on", async () => {
    const context = bench.context();
    const started = Promise.withResolvers<void>();
    const slow: ToolContext = {
      ...context,
      substrate: { ...context.substrate, search: undefined as never },
    };
    Object.defineProperty(slow.substrate, "search", {
      get() {
        started.resolve();
        return { keyword: () => new Promise(() => undefined) };
      },
    });
    const { client } = await serve({}, slow);
    const stop = new AbortController();
    const pending = client.callTool({ name: "keyword_search", arguments: { query: "x" } }, undefined, {
      signal: stop.signal,
    });
    pending.catch(() => undefined);
    await started.promise;
    stop.abort();
    await expect(pending).rejects.toThrow();
    await expect.poll(async () => (await context.calls.records())[0]?.error?.code).toBe("cancelled");
    expect((await call(client, "schema_overview", {})).isError).toBe(false);
  });

  it("stops calls at the thread's limit", async () => {
    const { client } = await serve({ limits: { ...STUDY_LIMITS, maxToolCalls: 1 } });
    expect((await call(client, "schema_overview", {})).isError).toBe(false);
    expect((await call(client, "schema_overview", {})).structuredContent.error?.code).toBe("call_limit");
  });
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "gone", version: "1" } },
};

function post(host: McpHost, headers: Record<string, string>, message: unknown): Promise<Response> {
  return fetch(host.url, {
    method: "POST",
    headers: {
      authorization: "Bearer token-1",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

/** A client that begins a session and is never heard of again. Its id. */
async function initialize(host: McpHost): Promise<string> {
  const response = await post(host, {}, INITIALIZE);
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

async function asked(host: McpHost, session: string): Promise<Response> {
  const response = await post(host, { "mcp-session-id": session }, { jsonrpc: "2.0", id: 1, method: "ping" });
  await response.text();
  return response;
}

describe("the MCP service over HTTP", () => {
  const request = (host: McpHost, headers: Record<string, string>, path = "") =>
    fetch(host.url + path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: "{}" });

  it("lets in only those with a token in use, from this machine, and says so in the protocol's form", async () => {
    const { host } = await serve();
    expect((await request(host, {})).status).toBe(401);
    expect((await request(host, { authorization: "Bearer token-2" })).status).toBe(401);
    expect((await request(host, { authorization: "token-1" })).status).toBe(401);
    expect((await request(host, { authorization: "Bearer token-1", origin: "https://evil.example" })).status).toBe(403);
    expect((await request(host, { authorization: "Bearer token-1" }, "/other")).status).toBe(404);
    expect((await request(host, { authorization: "Bearer token-1", "mcp-session-id": "x" })).status).toBe(404);
    expect(await (await request(host, {})).json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_000 } });
    expect(new URL(host.url).hostname).toBe("127.0.0.1");
  });

  it("keeps one token's session from another's, and ends all of a token's sessions with it", async () => {
    const { host, client, end } = await serve();
    const other = bench.context();
    host.admit("token-2", () => other);
    const session = (client.transport as StreamableHTTPClientTransport).sessionId ?? "";
    expect((await request(host, { authorization: "Bearer token-2", "mcp-session-id": session })).status).toBe(404);
    const second = await connect(host, "token-2");
    await call(second, "schema_overview", {});
    expect(await other.calls.records()).toHaveLength(1);
    await end();
    await expect(client.listTools()).rejects.toThrow();
    expect((await second.listTools()).tools.length).toBeGreaterThan(10);
  });

  it("ends sessions of clients that went away, the oldest first where there are too many, and never one in use", async () => {
    let now = 0;
    const host = await serveMcpHttp({ idleMs: 1000, now: () => now });
    open.push(host);
    const ended: number[] = [];
    let begun = 0;
    host.admit(
      "token-1",
      () => ({
        ...bench.context(),
        turn: (
          (number) => () =>
            number
        )(begun++),
      }),
      ({ turn }) => void ended.push(turn()),
    );
    const connected = await connect(host, "token-1");
    const gone: string[] = [];
    for (let client = 1; client < 40; client++) {
      now++;
      gone.push(await initialize(host));
    }
    // 32 a token, one of them in use from the first on.
    expect(ended).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await connected.listTools()).tools.length).toBeGreaterThan(10);
    expect((await asked(host, gone[0]!)).status).toBe(404);
    now += 500;
    expect((await asked(host, gone[20]!)).status).toBe(200);
    now += 800;
    expect((await asked(host, gone[38]!)).status).toBe(404);
    expect((await asked(host, gone[20]!)).status).toBe(200);
    expect(ended).toHaveLength(begun - 2);
    expect((await connected.listTools()).tools.length).toBeGreaterThan(10);
    // A client that is told so begins anew.
    expect((await asked(host, await initialize(host))).status).toBe(200);
  });

  it("counts a stream as gone with its connection, and refuses one more while all are in use", async () => {
    const { host } = await serve();
    const clients = await Promise.all(Array.from({ length: 31 }, () => connect(host, "token-1")));
    await expect.poll(() => post(host, {}, INITIALIZE).then(({ status }) => status)).toBe(429);
    await clients[7]!.close(); // Its streams end; that it is over it does not say.
    await expect.poll(() => post(host, {}, INITIALIZE).then(({ status }) => status)).toBe(200);
  });

  it("opens nothing for what begins no session", async () => {
    const host = await serveMcpHttp();
    open.push(host);
    let opened = 0;
    let released = 0;
    const count = () => {
      opened++;
      return bench.context();
    };
    host.admit("token-1", count, () => void released++);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect((await post(host, {}, ping)).status).toBe(400);
    expect((await post(host, {}, null)).status).toBe(400);
    expect(opened).toBe(0);
    // It says that it begins one, but takes no answer that could be given.
    expect((await post(host, { accept: "text/plain" }, INITIALIZE)).status).toBe(406);
    expect([opened, released]).toEqual([1, 1]);
  });

  it("names a port that is taken", async () => {
    const { host } = await serve();
    const port = Number(new URL(host.url).port);
    await expect(serveMcpHttp({ port })).rejects.toMatchObject({ code: "environment" });
  });
});
