import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_ANSWER_BYTES } from "../../../agent/external-agents/failure.ts";
import { endpoint, useExternalAgents } from "./run.ts";

const bench = useExternalAgents();
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Seen {
  method: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** An agent that answers each POST by a function. */
async function serve(reply: (response: ServerResponse, seen: Seen) => void): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, headers } = request;
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
    seen.push({ method, authorization: headers.authorization, body });
    reply(response, seen.at(-1) as Seen);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`, seen };
}

describe("an HTTP endpoint as an external agent", () => {
  it("gets a POST for each turn with its token, and what it answers reaches the trace", async () => {
    const { url, seen } = await serve((response, { body }) =>
      response.end(JSON.stringify({ answer: `to ${String(body.question)}`, ranked_ids: ["TC-1"] })),
    );
    const environment = { AGENT_TOKEN: "planted-secret-9" };
    const { trace } = await bench.run(endpoint(url, "AGENT_TOKEN"), { turns: ["one", "two"], environment });
    expect(trace.answers).toEqual(["to one", "to two"]);
    expect(trace.recommendation?.ranked).toEqual(["TC-1"]);
    expect(seen.map(({ method, authorization }) => [method, authorization])).toEqual([
      ["POST", "Bearer planted-secret-9"],
      ["POST", "Bearer planted-secret-9"],
    ]);
    expect(seen[1]?.body).toMatchObject({ format: 1, turn: 1, question: "two", mcp: { url: expect.any(String) } });
    expect(JSON.stringify(trace)).not.toContain("planted-secret-9");
  });

  it.each<[string, (response: ServerResponse) => void, string, RegExp]>([
    ["status 500", (response) => response.writeHead(500).end("no database"), "subject_http_status", /500: no database/],
    ["a redirect", (r) => r.writeHead(307, { location: "http://127.0.0.1:1/" }).end(), "subject_http_status", /307/],
    ["an empty body", (response) => response.end(), "subject_bad_json", /found nothing/],
    ["HTML", (response) => response.end("<html>"), "subject_bad_json", /<html>/],
    ["another shape", (response) => response.end('{"text":"hi"}'), "subject_bad_answer", /answer/],
    [
      "more than its bound",
      (response) => response.end(`{"answer":"${"x".repeat(MAX_ANSWER_BYTES)}"}`),
      "subject_output_too_large",
      /8000000/,
    ],
  ])("%s is an agent error with its reason", async (_what, reply, code, message) => {
    const { url, seen } = await serve(reply);
    const { run } = await bench.run(endpoint(url));
    expect(run.turns[0]).toMatchObject({
      outcome: "agent_error",
      error: { code, message: expect.stringMatching(message) },
    });
    expect(seen).toHaveLength(1);
  });

  it.each<[what: string, reply: (response: ServerResponse) => void]>([
    ["a cut connection", (response) => response.destroy()],
    [
      "half an answer",
      (response) => {
        response.writeHead(200, { "content-length": 100 }).write('{"answer":');
        setTimeout(() => response.destroy(), 50);
      },
    ],
    ["a gateway with nobody behind it", (response) => response.writeHead(502).end()],
  ])("%s is no result, and it is not asked twice", async (_what, reply) => {
    const { url, seen } = await serve(reply);
    const { run } = await bench.run(endpoint(url));
    expect(run.turns[0]).toMatchObject({ outcome: "infrastructure", error: { code: "server_lost" } });
    expect(seen).toHaveLength(1);
  });

  it("nobody listening is waited for until the turn is over; a token that is not set is refused at once", async () => {
    const { run } = await bench.run(endpoint("http://127.0.0.1:1/"), { cutoffMs: 100 });
    expect(run.turns[0]?.outcome).toBe("timeout");
    await expect(bench.run(endpoint("http://127.0.0.1:1/", "NOT_SET"))).rejects.toMatchObject({ code: "credentials" });
  });

  it("at the cutoff the request is aborted down to the socket, and the turn is a timeout", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((response) => {
      response.once("close", () => closed.resolve());
    });
    const { run } = await bench.run(endpoint(url), { cutoffMs: 3_000 });
    expect(run.turns[0]).toMatchObject({ outcome: "timeout", error: { code: "turn_cutoff" } });
    await closed.promise;
  });
});
