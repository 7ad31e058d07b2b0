import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type LoopbackOptions, type LoopbackServer, serveLoopback } from "../../../base/loopback/serve.ts";
import { nonEmpty } from "../../non-empty.ts";

const sockets = new Set<Socket>();
let server: LoopbackServer | undefined;
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await server?.close();
});

async function serve(options: Pick<LoopbackOptions, "handle" | "maxBodyBytes">, connections = 20): Promise<void> {
  server = await serveLoopback({ methods: ["GET", "POST"], limits: { connections, silenceMs: 0 }, ...options });
}

/** A connection over which some bytes were sent, and which reads only when told. */
async function hold(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(server!.origin).port), "127.0.0.1");
  sockets.add(socket.on("error", () => undefined).pause());
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  return socket;
}

async function holdMany(count: number, bytes: string): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => hold(bytes)));
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (length: number, body: string) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`;
const isServed = () => fetch(`${server!.origin}/quick`).then((answer) => answer.text());

describe("more connections than a server takes", () => {
  it.each([
    ["nothing sent", ""],
    ["half a header", "GET / HT"],
    ["half a body", post(10, "abc")],
    ["idle after an answer", get("/quick")],
  ])("%s: those give way to who sends a whole request", async (_name, bytes) => {
    await serve({ maxBodyBytes: 10, handle: ({ response }) => void response.end("served") });
    await holdMany(30, bytes);
    expect(await isServed()).toBe("served");
  });

  it("an answer that nobody reads gives way, one that is awaited does not", async () => {
    const said = Promise.withResolvers<void>();
    await serve({
      async handle({ path, response }) {
        if (path === "/awaited") await said.promise;
        response.end(path === "/unread" ? Buffer.alloc(20_000_000) : "served");
      },
    });
    const awaited = await hold(get("/awaited"));
    await holdMany(19, get("/unread"));
    await sleep(100);
    expect(await isServed()).toBe("served");
    let text = "";
    awaited.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    awaited.resume();
    said.resolve();
    await expect.poll(() => text).toContain("served");
  });

  it("where all are being answered, the newcomer goes", async () => {
    const said = Promise.withResolvers<void>();
    await serve({
      async handle({ response }) {
        await said.promise;
        response.end("served");
      },
    });
    const first = await holdMany(20, get("/"));
    await sleep(100);
    await expect(isServed()).rejects.toThrow();
    for (const socket of nonEmpty(first)) expect(socket.closed).toBe(false);
    said.resolve();
  });

  it("of more bytes under way than 32 whole bodies have, the bodies that began first give way", async () => {
    await serve({ maxBodyBytes: 100_000, handle: ({ response }) => void response.end("served") }, 60);
    const ended: number[] = [];
    for (let index = 0; index < 40; index++) {
      const socket = await hold(post(100_000, "x".repeat(99_000)));
      socket.on("close", () => ended.push(index)).resume();
    }
    await expect.poll(() => ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await sleep(100);
    expect(ended).toHaveLength(8);
  });
});
