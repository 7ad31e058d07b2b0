import { expect, it } from "vitest";
import type { ModelConfig } from "../../../agent/contract/contract.ts";
import { makeModel } from "../../../agent/make-model.ts";
import { nonEmpty } from "../../non-empty.ts";

const PROVIDERS: Pick<ModelConfig, "provider" | "api">[] = [
  { provider: "openai" },
  { provider: "openai", api: "responses" },
  { provider: "anthropic" },
  { provider: "google" },
];
const STATUSES = [400, 401, 404, 429];

const CASES = nonEmpty(PROVIDERS).flatMap((protocol) => STATUSES.map((status) => ({ ...protocol, status })));

it.each(nonEmpty(CASES))(
  "$provider $api, $status: an error has the server's words, and no address of a library's help",
  async ({ status, ...protocol }) => {
    const body = JSON.stringify({ error: { message: "no such thing today", type: "x" } });
    const model = await makeModel({
      model: {
        ...protocol,
        ...{ name: "m", model: "m", family: "m", baseUrl: "http://provider.test/v1", temperature: 0 },
        ...{ contextWindow: 1_000, requestTimeoutMs: 60_000, maxRetries: 0 },
      },
      seed: 1,
      environment: {},
      remainingMs: () => 60_000,
      fetch: async () => new Response(body, { status, headers: { "content-type": "application/json" } }),
    });
    const error: unknown = await model.invoke("hi").catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain("no such thing today");
    expect((error as Error).message).not.toMatch(/troubleshooting|langchain/i);
  },
);
