import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import type { ModelConfig } from "../../../agent/contract.ts";
import { makeModel } from "../../../agent/models/make-model.ts";
import { startProvider } from "../../loopback/provider.ts";
import { sharedPath } from "../../shared.ts";

const folder = sharedPath("data", "wire");

interface Exchange {
  name: string;
  api: string;
  streamed: boolean;
  response: { status: number; headers: Record<string, string>; body: unknown };
}

/** The exchanges that were not streamed: the agent does not stream. */
function readExchanges(api: string): Exchange[] {
  const names = folder === null ? [] : readdirSync(folder).filter((name) => name.endsWith(".json"));
  const all = names.map((name) => ({
    name,
    ...(JSON.parse(readFileSync(join(folder ?? "", name), "utf8")) as Omit<Exchange, "name">),
  }));
  return all.filter(
    (exchange) => exchange.api === api && !exchange.streamed && typeof exchange.response.body === "object",
  );
}

async function replay({ response }: Exchange, provider: "openai" | "anthropic") {
  const { status, headers, body } = response;
  const loopback = await startProvider(() => ({
    type: "status",
    status,
    headers: { ...headers, "retry-after-ms": "1" },
    body,
  }));
  const baseUrl = provider === "anthropic" ? loopback.url.replace(/\/v1$/, "") : loopback.url;
  const model: ModelConfig = {
    name: "wire",
    provider,
    model: "wire-1",
    family: "wire",
    baseUrl,
    temperature: 0,
    contextWindow: 10_000,
    requestTimeoutMs: 2_000,
    maxRetries: 1,
  };
  try {
    return await makeModel({ model, seed: 1, environment: {}, remainingMs: () => 10_000 }).invoke([
      new HumanMessage("hi"),
    ]);
  } finally {
    await loopback.close();
  }
}

/** What the recorded body says, by its own form. */
function recordedCalls(body: unknown): string[] {
  const { choices = [], content = [] } = body as {
    choices?: { message: { tool_calls?: { function: { name: string } }[] | null } }[];
    content?: { type: string; name?: string }[];
  };
  const openai = choices.flatMap((choice) => choice.message.tool_calls ?? []).map((call) => call.function.name);
  return [...openai, ...content.flatMap((block) => (block.type === "tool_use" ? [block.name ?? ""] : []))];
}

describe.skipIf(folder === null)(
  "recorded exchanges of real providers (left out when ../shared/data/wire is absent)",
  () => {
    for (const [api, provider] of [
      ["openai-chat", "openai"],
      ["anthropic-messages", "anthropic"],
    ] as const) {
      const exchanges = readExchanges(api);
      const failing = exchanges.filter(
        ({ response }) => response.status >= 400 || (response.body !== null && "error" in (response.body as object)),
      );

      it.each(exchanges.filter((exchange) => !failing.includes(exchange)))(
        `${api}: $name loses no tool call, readable or not`,
        async (exchange) => {
          const message = await replay(exchange, provider);
          const calls = [...(message.tool_calls ?? []), ...(message.invalid_tool_calls ?? [])].map((call) => call.name);
          expect(calls).toEqual(recordedCalls(exchange.response.body));
        },
      );

      it.each(failing)(`${api}: $name is an error with its status`, async (exchange) => {
        const status = exchange.response.status === 200 ? 502 : exchange.response.status;
        await expect(replay(exchange, provider)).rejects.toMatchObject({ status });
      });
    }
  },
);
