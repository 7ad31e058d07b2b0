import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveMcpHttp } from "../../agent/mcp/http.ts";
import { serveLoopback } from "../../base/loopback/serve.ts";
import { serveRatingPage } from "../../harness/judge/ratings/form/page-server.ts";
import type { RatingSession } from "../../harness/judge/ratings/session.ts";
import { serveLive, serveReport } from "../../harness/show/live/serve-report.ts";

/** Short, so that a slow client is met within a test's time. */
const LIMITS = { headersMs: 300, requestMs: 500 };
const OUTSIDE = "planted outside of the folder";

interface Served {
  /** What a good client asks for, and gets. */
  good: string;
  port: number;
  close(): PromiseLike<void>;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-loopback-"));
  await mkdir(join(folder, "run/report"), { recursive: true });
  await writeFile(join(folder, "outside.txt"), OUTSIDE);
  await writeFile(join(folder, "run/report/index.html"), "<h1>here</h1>");
  await writeFile(join(folder, "run/report/a b.html"), "with a blank");
  await symlink(join(folder, "outside.txt"), join(folder, "run/report/link.txt"));
  await symlink(folder, join(folder, "run/report/up"));
});
afterAll(() => rm(folder, { recursive: true }));

const rating: RatingSession = {
  rater: "ada",
  items: [],
  next: () => null,
  done: () => 0,
  save: async () => undefined,
};

/** Everything of ours that listens. */
const SERVERS: Record<string, () => Promise<Served>> = {
  report: async () => served(await serveReport(join(folder, "run/report"), { limits: LIMITS })),
  "report of a run, which takes notebooks": async () =>
    served(await serveReport(join(folder, "run/report"), { runDirectory: join(folder, "run"), limits: LIMITS })),
  "live view": async () => served(await serveLive(join(folder, "run"), { limits: LIMITS }), "report/index.html"),
  "rating page": async () => {
    const page = await serveRatingPage(rating, { limits: LIMITS });
    return served({ url: page.url, close: () => page[Symbol.asyncDispose]() });
  },
  "MCP over HTTP": async () => served(await serveMcpHttp({ limits: LIMITS })),
};

function served({ url, close }: { url: string; close(): PromiseLike<void> }, path = ""): Served {
  const { pathname, port } = new URL(url + path);
  return { good: pathname, port: Number(port), close };
}

/** Everything that comes back until the server ends the connection, or `enough` has come. */
function talk(port: number, parts: readonly string[], enough?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part, "latin1");
    });
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      said += text;
      if (enough?.test(said)) socket.destroy();
    });
    // Cut off in the middle of what it sent is an answer too.
    socket.on("error", () => undefined).on("close", () => resolve(said));
  });
}

const own = (port: number): string => `Host: 127.0.0.1:${port}\r\nConnection: close\r\n`;
const statuses = (said: string): number[] =>
  [...said.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

/** Of what is read back, the status of each answer; [] = the connection was closed without one. */
type Attack = [name: string, bytes: (port: number, path: string) => string, statuses: readonly (readonly number[])[]];

const REFUSED = [[400], [403], []] as const;
const ATTACKS: Attack[] = [
  ["another host", () => "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", [[403]]],
  [
    "a host that begins like ours",
    (port) => `GET / HTTP/1.1\r\nHost: localhost.evil.example:${port}\r\nConnection: close\r\n\r\n`,
    [[403]],
  ],
  ["a user before our host", () => "GET / HTTP/1.1\r\nHost: a@127.0.0.1\r\nConnection: close\r\n\r\n", REFUSED],
  ["two hosts", (port) => `GET / HTTP/1.1\r\nHost: evil.example\r\n${own(port)}\r\n`, [[400], [403]]],
  ["no host", () => "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", [[400]]],
  ["HTTP/1.0 without a host", () => "GET / HTTP/1.0\r\n\r\n", [[400]]],
  ["HTTP/0.9", () => "GET /\r\n\r\n", [[400]]],
  [
    "a page of another origin",
    (port, path) => `GET ${path} HTTP/1.1\r\nOrigin: http://127.0.0.1:1\r\n${own(port)}\r\n`,
    [[403]],
  ],
  ["a page without an origin", (port, path) => `POST ${path} HTTP/1.1\r\nOrigin: null\r\n${own(port)}\r\n`, [[403]]],
  ["//", (port) => `GET // HTTP/1.1\r\n${own(port)}\r\n`, [[400], [405]]],
  ["///evil.example", (port) => `GET ///evil.example HTTP/1.1\r\n${own(port)}\r\n`, [[400]]],
  ["the form of a proxy", (port, path) => `GET http://evil.example${path} HTTP/1.1\r\n${own(port)}\r\n`, [[400]]],
  ["a target that is no address", (port) => `GET http://[ HTTP/1.1\r\n${own(port)}\r\n`, [[400]]],
  ["an asterisk", (port) => `GET * HTTP/1.1\r\n${own(port)}\r\n`, [[400]]],
  ...[
    "..",
    "%2e%2e",
    ".%2e",
    "%2E.",
    "a/..",
    "%5c..%5c",
    "\\..\\",
    "..%2f..",
    "%00",
    "x%00.html",
    "%",
    "%ff",
    "%c0%ae",
  ].map(
    (path): Attack => [
      `the path /${path}/outside.txt`,
      (port) => `GET /${path}/outside.txt HTTP/1.1\r\n${own(port)}\r\n`,
      [[400]],
    ],
  ),
  ...["/up/outside.txt", "/link.txt", "/report/up/outside.txt", "/report/link.txt", "/%252e%252e/outside.txt"].map(
    (path): Attack => [path, (port) => `GET ${path} HTTP/1.1\r\n${own(port)}\r\n`, [[404]]],
  ),
  ["TRACE", (port) => `TRACE / HTTP/1.1\r\n${own(port)}\r\n`, [[405]]],
  ["OPTIONS", (port) => `OPTIONS / HTTP/1.1\r\n${own(port)}\r\n`, [[405]]],
  ["PUT", (port) => `PUT / HTTP/1.1\r\n${own(port)}Content-Length: 3\r\n\r\nabc`, [[405]]],
  ["CONNECT", (port) => `CONNECT evil.example:443 HTTP/1.1\r\n${own(port)}\r\n`, [[]]],
  [
    "a WebSocket",
    (port) =>
      `GET /none HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    [[404]],
  ],
  ["no HTTP at all", () => "\u0016\u0003\u0001\u0002\0\u0001\0\u0001", [[400]]],
  ["a header without end", (port) => `GET / HTTP/1.1\r\n${own(port)}X: ${"x".repeat(100_000)}`, [[431]]],
  [
    "ten thousand headers",
    (port) => `GET / HTTP/1.1\r\n${own(port)}${Array.from({ length: 10_000 }, (_, n) => `x${n}: y\r\n`).join("")}\r\n`,
    [[431]],
  ],
  [
    "length and chunks at once",
    (port, path) =>
      `POST ${path} HTTP/1.1\r\n${own(port)}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [[400]],
  ],
  ["two lengths", (port) => `POST / HTTP/1.1\r\n${own(port)}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, [[400]]],
  [
    "a chunk that is no number",
    (port, path) => `POST ${path} HTTP/1.1\r\n${own(port)}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`,
    [[400], [405], [405, 400]],
  ],
  [
    "a length of a terabyte",
    (port, path) => `POST ${path} HTTP/1.1\r\n${own(port)}Content-Length: 1000000000000\r\n\r\nabc`,
    [[413], [405]],
  ],
  [
    "a body without end",
    (port, path) =>
      `POST ${path} HTTP/1.1\r\n${own(port)}Transfer-Encoding: chunked\r\n\r\n500000\r\n${"x".repeat(0x50_00_00)}\r\n`,
    [[413], [405], [408], []],
  ],
  ["a line that comes slowly", () => "GET / HT", [[408]]],
  ["headers that come slowly", (port) => `GET / HTTP/1.1\r\n${own(port)}X-Slow: `, [[408]]],
  [
    "a body that does not come",
    (port, path) => `POST ${path} HTTP/1.1\r\n${own(port)}Content-Length: 10\r\n\r\nabc`,
    [[408], [405], []],
  ],
];

describe.each(Object.entries(SERVERS))("%s under attack", (_name, open) => {
  let server: Served;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server.close());
  const ask = (method = "GET") => talk(server.port, [`${method} ${server.good} HTTP/1.1\r\n${own(server.port)}\r\n`]);

  it("refuses each in its own way, gives nothing away, and stays in service", async () => {
    const expected = statuses(await ask());
    expect(expected[0]).toBeOneOf([200, 401]);
    const heard = await Promise.all(
      ATTACKS.map(async ([name, bytes, allowed]) => {
        const said = await talk(server.port, [bytes(server.port, server.good)]);
        expect(said, name).not.toContain(OUTSIDE);
        expect(allowed.map(String), `${name}: ${said.slice(0, 300)}`).toContain(String(statuses(said)));
        return name;
      }),
    );
    expect(heard).toHaveLength(ATTACKS.length);
    expect(statuses(await ask())).toEqual(expected);
  });

  it("says what nothing of it may be used for, and is not heard outside of this machine", async () => {
    for (const said of [await ask(), await ask("TRACE")]) {
      expect(said).toMatch(/^x-content-type-options: nosniff\r$/im);
      expect(said).toMatch(/^referrer-policy: (same-origin|no-referrer)\r$/im);
      expect(said).toMatch(/^cross-origin-resource-policy: same-origin\r$/im);
      expect(said).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
      expect(said).toMatch(/^cache-control: no-(store|cache)\r$/im);
      expect(said).not.toMatch(/^access-control-allow/im);
    }
  });

  it("answers requests that come at once in their order, and none behind one that was not well-formed", async () => {
    const one = `GET /none HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
    const bad = `GET // HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
    const said = await talk(server.port, [one.repeat(20) + bad + one.repeat(20)]);
    expect(statuses(said)).toEqual([...Array<number>(20).fill(404), 400]);
  });

  it("is not moved by uploads that are broken off", async () => {
    const begun = `POST ${server.good} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\nabc`;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(server.port, "127.0.0.1");
        await new Promise<void>((resolve) => socket.write(begun, () => resolve()));
        socket.resetAndDestroy();
      }),
    );
    expect(statuses(await ask())[0]).toBeOneOf([200, 401]);
  });

  it("names a port that cannot be had, and the way out", async () => {
    const { port } = server;
    const taken = serveLoopback({ port, methods: ["GET"], handle: () => undefined });
    await expect(taken).rejects.toMatchObject({
      code: "environment",
      message: expect.stringContaining(`found ${port}`),
      hint: expect.stringContaining("0 for any"),
    });
  });
});

describe("the server that all of them are", () => {
  const methods = ["GET", "POST"];
  const get = (port: number) => talk(port, [`GET / HTTP/1.1\r\n${own(port)}\r\n`]);

  it("answers 500 where a handler throws, at once, later, or in the middle of an answer, and goes on", async () => {
    let calls = 0;
    const server = await serveLoopback({
      methods,
      handle({ response }) {
        calls++;
        if (calls === 1) throw new Error("at once");
        if (calls === 2) return Promise.reject(new TypeError("later"));
        if (calls === 3) {
          response.writeHead(200, { "content-length": 100 }).write("half");
          throw new Error("in the middle");
        }
        response.end("fine");
      },
    });
    const port = Number(new URL(server.origin).port);
    expect(statuses(await get(port))).toEqual([500]);
    expect(statuses(await get(port))).toEqual([500]);
    // Cut off, so that half of an answer is not taken for the whole.
    expect(await get(port)).not.toMatch(/fine|500/);
    expect(await get(port)).toContain("fine");
    await server.close();
  });

  it("takes a name that was allowed, with its origin, and no other", async () => {
    const server = await serveLoopback({
      methods,
      hosts: ["tunnel.example"],
      handle: ({ response }) => void response.end(),
    });
    const port = Number(new URL(server.origin).port);
    const ask = (host: string, origin: string) =>
      talk(port, [`POST / HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`]).then(statuses);
    expect(await ask("tunnel.example", "https://tunnel.example")).toEqual([200]);
    expect(await ask("tunnel.example", "https://evil.example")).toEqual([403]);
    expect(await ask("evil.example", "https://evil.example")).toEqual([403]);
    await server.close();
  });

  it("bounds the connections, and closes one over which nothing passes", async () => {
    const server = await serveLoopback({
      methods,
      limits: { connections: 2, silenceMs: 50 },
      handle: () => undefined,
    });
    const port = Number(new URL(server.origin).port);
    const said = await Promise.all(Array.from({ length: 4 }, () => get(port)));
    expect(said).toEqual(["", "", "", ""]);
    await server.close();
  });

  it("ends while a client still waits, once what it asked for is over", async () => {
    const started = Promise.withResolvers<void>();
    const saved = Promise.withResolvers<void>();
    let over = false;
    const server = await serveLoopback({
      methods,
      async handle() {
        started.resolve();
        await saved.promise;
        over = true;
      },
    });
    const waiting = get(Number(new URL(server.origin).port));
    await started.promise;
    const closed = server.close();
    expect(await waiting).toBe("");
    saved.resolve();
    await closed;
    expect(over).toBe(true);
  });
});
