import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCAL_USER } from "../../assistant/protocol/principal.ts";
import { serveAssistant } from "../../assistant/serve.ts";
import type { LoopbackServer } from "../../base/loopback/serve.ts";
import { SOON_MS } from "../soon.ts";
import { type Served, serveSmall } from "./served.ts";

const TOKEN = "s3cret-of-the-service";

let served: Served;
let guarded: LoopbackServer;
beforeAll(async () => {
  served = await serveSmall("memory://");
  const access = { users: [{ principal: LOCAL_USER, token: TOKEN }], proxy: null };
  guarded = await serveAssistant({ port: 0, access, style: "", service: Promise.resolve(served.service) });
});
afterAll(async () => {
  await guarded?.close();
  await served?.close();
});

/** Statuses of the answers to bytes that no client would send, until the service says no more after as many as are awaited. */
function statuses(bytes: string, awaited: number): Promise<number[]> {
  const { hostname, port } = new URL(guarded.origin);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    const found = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    const done = (): void => {
      socket.destroy();
      resolve(found());
    };
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (found().length >= awaited) socket.setTimeout(1000);
    });
    socket.on("close", done).on("error", done).on("timeout", done);
    socket.setTimeout(SOON_MS);
  });
}

const HOST = "Host: localhost\r\n";
const KEY = `X-Api-Key: ${TOKEN}\r\n`;
const INSIDE = `GET /info HTTP/1.1\r\n${HOST}${KEY}\r\n`;
const post = (headers: string, body: string) => `POST /threads HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;

/** What is sent, and what comes back: never the answer to a request that was hidden in another's body. */
const ATTACKS: [name: string, bytes: string, answers: number[]][] = [
  ["two lengths", post("Content-Length: 0\r\nContent-Length: 60\r\n", INSIDE), [400]],
  ["a length and pieces", post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${INSIDE}`), [400]],
  ["pieces of another kind", post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${INSIDE}`), [400]],
  ["pieces, said twice", post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${INSIDE}`), [400]],
  ["a length with a sign", post("Content-Length: +0\r\n", INSIDE), [400]],
  ["a length with a space before its colon", post("Content-Length : 60\r\n", INSIDE), [400]],
  ["a folded header", `GET /info HTTP/1.1\r\n${HOST}X-Api-Key:\r\n ${TOKEN}\r\n\r\n`, [400]],
  ["a null byte in a header", `GET /info HTTP/1.1\r\n${HOST}X-Api-Key: ${TOKEN}\0\r\n\r\n`, [400]],
  ["bare line feeds", `GET /info HTTP/1.1\n${HOST.trim()}\n${KEY.trim()}\n\n`, [400]],
  ["no host", `GET /info HTTP/1.1\r\n${KEY}\r\n`, [400]],
  ["two hosts", `GET /info HTTP/1.1\r\n${HOST}Host: evil.example\r\n${KEY}\r\n`, [400]],
  ["a header of 100 kB", `GET /info HTTP/1.1\r\n${HOST}X: ${"a".repeat(100_000)}\r\n\r\n`, [431]],
  ["a thousand headers", `GET /info HTTP/1.1\r\n${HOST}${"X: a\r\n".repeat(5000)}\r\n`, [431]],
  ["a request of HTTP/0.9", "GET /info\r\n\r\n", [400]],
  ["HTTP/2 in clear", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["a tunnel", `CONNECT 169.254.169.254:80 HTTP/1.1\r\n${HOST}${KEY}\r\n`, []],
  ["a token behind a refused request", `GET /info HTTP/1.1\r\n${HOST}\r\n${INSIDE}`, [401, 200]],
  ["two tokens", `GET /info HTTP/1.1\r\n${HOST}X-Api-Key: guess\r\n${KEY}\r\n`, [401]],
  [
    "a token in two parts of a header",
    `GET /info HTTP/1.1\r\n${HOST}Authorization: Bearer guess, Bearer ${TOKEN}\r\n\r\n`,
    [401],
  ],
  ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
];

describe("bytes on a socket", () => {
  it.each(ATTACKS)("%s: answered as what they are, or not at all", async (_name, bytes, answers) => {
    expect(await statuses(bytes, answers.length)).toEqual(answers);
    expect(await statuses(INSIDE.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), 1)).toEqual([200]);
  });

  it("a body that never ends holds up nobody else", async () => {
    const { hostname, port } = new URL(guarded.origin);
    const held = Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /threads HTTP/1.1\r\n${HOST}${KEY}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
        ),
      );
      return socket.on("error", () => undefined);
    });
    expect(await statuses(INSIDE.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), 1)).toEqual([200]);
    for (const socket of held) socket.destroy();
  });

  it("1,100 bodies that trickle, and are sent again where they are cut off, keep nobody else waiting", async () => {
    const { hostname, port } = new URL(guarded.origin);
    const head = `POST /threads HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
    const held = new Set<Socket>();
    let over = false;
    const hold = (): void => {
      const socket = connect(Number(port), hostname, () => socket.write(head));
      held.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        held.delete(socket);
        if (!over) setTimeout(hold, 100);
      });
    };
    for (let begun = 0; begun < 1100; begun++) hold();
    const trickle = setInterval(() => {
      for (const socket of held) if (!socket.connecting) socket.write(" ");
    }, 250);
    try {
      await sleep(1000);
      const waits: number[] = [];
      for (let asked = 0; asked < 10; asked++) {
        const began = performance.now();
        expect(await statuses(INSIDE.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), 1)).toEqual([200]);
        waits.push(performance.now() - began);
      }
      expect(held.size).toBeGreaterThan(1000);
      expect(Math.max(...waits)).toBeLessThan(SOON_MS / 5);
    } finally {
      over = true;
      clearInterval(trickle);
      for (const socket of held) socket.destroy();
    }
  });
});
