import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { openAiEmbedding } from "../../../db/embeddings/openai-compatible.ts";

interface Received {
  body: { model: string; input: string[]; dimensions: number };
  authorization: string | undefined;
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

let server: Server | undefined;
afterEach(() => server?.close());

/** A loopback endpoint that answers the n-th request with `answer(n, request)` and remembers what it got. */
async function endpoint(
  answer: (n: number, received: Received) => Answer,
): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = [];
  server = createServer(async (request, response) => {
    const entry = {
      body: JSON.parse(await textOf(request)) as Received["body"],
      authorization: request.headers.authorization,
    };
    received.push(entry);
    const { status, body, headers } = answer(received.length - 1, entry);
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

/** Vectors [length of the text, 3 * that], given in reverse order as a server may. */
function vectorsFor({ body }: Received): Answer {
  const data = body.input.map((text, index) => ({ index, embedding: [text.length, 3 * text.length] }));
  return { status: 200, body: { data: data.reverse() } };
}

const settings = { model: "m", dimensions: 2, batchSize: 2, maxRetries: 2, timeoutMs: 60_000 };

describe("openAiEmbedding", () => {
  it("batches, sends the key of the named variable, and gives unit vectors in the order of the texts", async () => {
    const { baseUrl, received } = await endpoint((_n, request) => vectorsFor(request));
    const port = openAiEmbedding({ ...settings, baseUrl, apiKeyEnv: "KEY" }, { KEY: "secret" });
    const vectors = await port.embed(["a", "bb", ""]);
    expect(vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(4))))).toEqual(
      Array(3).fill([0.3162, 0.9487]),
    );
    expect(received.map(({ body, authorization }) => [body.input, body.dimensions, authorization])).toEqual([
      [["a", "bb"], 2, "Bearer secret"],
      [[" "], 2, "Bearer secret"],
    ]);
  });

  it("waits as Retry-After says on 429 and tries again", async () => {
    const { baseUrl, received } = await endpoint((n, request) =>
      n === 0 ? { status: 429, body: "slow down", headers: { "retry-after": "0" } } : vectorsFor(request),
    );
    await openAiEmbedding({ ...settings, baseUrl }, {}).embed(["a"]);
    expect(received).toHaveLength(2);
  });

  it("adds up requests, retries, texts, tokens and their cost", async () => {
    const { baseUrl } = await endpoint((n, request) => {
      if (n === 1) return { status: 500, body: "once", headers: { "retry-after": "0" } };
      const { status, body } = vectorsFor(request);
      return { status, body: { ...(body as object), usage: { prompt_tokens: 6, total_tokens: 6 } } };
    });
    const port = openAiEmbedding({ ...settings, baseUrl, price: 0.5 }, {});
    await port.embed(["a", "b", "c"]);
    expect(port.usage?.()).toEqual({ requests: 3, retries: 1, texts: 3, tokens: 12, cost_usd: 12 * 0.5e-6 });
  });

  it("leaves tokens and cost unknown where the server does not say", async () => {
    const { baseUrl } = await endpoint((_n, request) => vectorsFor(request));
    const port = openAiEmbedding({ ...settings, baseUrl, price: 0.5 }, {});
    await port.embed(["a"]);
    expect(port.usage?.()).toMatchObject({ requests: 1, tokens: null, cost_usd: null });
  });

  it("gives up after the last retry, with the server's words", async () => {
    const { baseUrl, received } = await endpoint(() => ({
      status: 503,
      body: "no GPU",
      headers: { "retry-after": "0" },
    }));
    const error = await openAiEmbedding({ ...settings, baseUrl }, {})
      .embed(["a"])
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServerLost);
    expect((error as ServerLost).message).toContain("no GPU");
    expect(received).toHaveLength(3);
  });

  it("does not retry a refused key: credentials", async () => {
    const { baseUrl, received } = await endpoint(() => ({ status: 401, body: "bad key" }));
    await expect(openAiEmbedding({ ...settings, baseUrl }, {}).embed(["a"])).rejects.toMatchObject({
      code: "credentials",
    });
    expect(received).toHaveLength(1);
  });

  it("says before any request that the key is missing", () => {
    const options = { ...settings, baseUrl: "http://127.0.0.1:9", apiKeyEnv: "KEY" };
    expect(() => openAiEmbedding(options, {})).toThrow(expect.objectContaining({ code: "credentials" }));
  });

  it.each([
    ["other dimensions", { data: [{ index: 0, embedding: [1, 2, 3] }] }],
    ["too few vectors", { data: [] }],
    ["another shape", { vectors: [] }],
    ["no JSON", "<html>"],
  ])("refuses an answer with %s", async (_what, body) => {
    const { baseUrl } = await endpoint(() => ({ status: 200, body }));
    await expect(openAiEmbedding({ ...settings, baseUrl }, {}).embed(["a"])).rejects.toMatchObject({
      code: "substrate",
    });
  });

  it("reports a server that is not there", async () => {
    const port = openAiEmbedding({ ...settings, maxRetries: 0, baseUrl: "http://127.0.0.1:9/v1" }, {});
    await expect(port.embed(["a"])).rejects.toBeInstanceOf(ServerLost);
  });
});
