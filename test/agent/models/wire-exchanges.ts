import { readFileSync } from "node:fs";
import type { ModelConfig } from "../../../agent/contract/contract.ts";

export interface Exchange {
  name: string;
  provider: string;
  api: "openai-chat" | "openai-responses" | "anthropic-messages" | "google-generate" | "openai-embeddings";
  streamed: boolean;
  request: { body: Record<string, unknown> };
  response: { status: number; headers: Record<string, string>; body: unknown };
}

const EXCHANGES = new URL("../../input/wire/exchanges.jsonl", import.meta.url);

/** The recorded exchanges in order of name. */
export function readExchanges(): Exchange[] {
  const lines = readFileSync(EXCHANGES, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Exchange);
}

export interface Replay {
  fetch: typeof fetch;
  /** Bodies of the requests that came. */
  requests: Record<string, unknown>[];
}

/** Answers every request with one recorded answer, byte for byte. */
export function replay({ response: { status, headers, body } }: Pick<Exchange, "response">): Replay {
  const requests: Record<string, unknown>[] = [];
  return {
    requests,
    fetch: async (_input, init) => {
      requests.push(JSON.parse(String(init?.body)));
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
    },
  };
}

/** The model of an exchange, asked for as it was recorded: streamed or not, by the same protocol. */
export function modelOf({ api, streamed, request }: Exchange): ModelConfig {
  const common = {
    name: "wire",
    model: "wire-1",
    family: "wire",
    baseUrl: "http://provider.test/v1",
    temperature: 0,
    contextWindow: 10_000,
    requestTimeoutMs: 60_000,
    maxRetries: 0,
    stream: streamed || request.body.stream === true,
  };
  if (api === "anthropic-messages") return { ...common, provider: "anthropic" };
  if (api === "google-generate") return { ...common, provider: "google" };
  return { ...common, provider: "openai", api: api === "openai-responses" ? "responses" : "chat" };
}
