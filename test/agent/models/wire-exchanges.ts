import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ModelConfig } from "../../../agent/contract.ts";
import { sharedPath } from "../../shared.ts";

export const WIRE_FOLDER = sharedPath("data", "wire");

export interface Exchange {
  name: string;
  provider: string;
  api: "openai-chat" | "openai-responses" | "anthropic-messages" | "google-generate" | "openai-embeddings";
  streamed: boolean;
  request: { body: Record<string, unknown> };
  response: { status: number; headers: Record<string, string>; body: unknown };
}

/** The recorded exchanges in order of name; none when the folder is absent. */
export function readExchanges(): Exchange[] {
  const names = WIRE_FOLDER === null ? [] : readdirSync(WIRE_FOLDER).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => ({
    ...(JSON.parse(readFileSync(join(WIRE_FOLDER ?? "", name), "utf8")) as Exchange),
    name: name.replace(/\.json$/, ""),
  }));
}

export interface Replay {
  /** Address without a path. */
  url: string;
  /** Bodies of the requests that came. */
  requests: Record<string, unknown>[];
  close(): Promise<void>;
}

/** Answers every request with one recorded answer, byte for byte. */
export async function replay({ response }: Pick<Exchange, "response">): Promise<Replay> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    requests.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    outgoing.writeHead(response.status, response.headers);
    outgoing.end(typeof response.body === "string" ? response.body : JSON.stringify(response.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The model of an exchange, asked for as it was recorded: streamed or not, by the same protocol. */
export function modelOf({ api, streamed, request }: Exchange, url: string): ModelConfig {
  const common = {
    name: "wire",
    model: "wire-1",
    family: "wire",
    temperature: 0,
    contextWindow: 10_000,
    requestTimeoutMs: 2_000,
    maxRetries: 0,
    stream: streamed || request.body.stream === true,
  };
  if (api === "anthropic-messages") return { ...common, provider: "anthropic", baseUrl: url };
  if (api === "google-generate") return { ...common, provider: "google", baseUrl: url };
  return {
    ...common,
    provider: "openai",
    baseUrl: `${url}/v1`,
    api: api === "openai-responses" ? "responses" : "chat",
  };
}
