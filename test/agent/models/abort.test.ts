import { afterEach, describe, expect, it } from "vitest";
import type { ModelConfig } from "../../../agent/contract/contract.ts";
import { makeModel } from "../../../agent/make-model.ts";
import { type LoopbackProvider, startProvider } from "../../loopback/provider.ts";

let provider: LoopbackProvider | undefined;
afterEach(() => provider?.close());

const PROTOCOLS: Pick<ModelConfig, "provider" | "api">[] = [
  { provider: "openai" },
  { provider: "openai", api: "responses" },
  { provider: "anthropic" },
  { provider: "google" },
];

describe("an abort reaches the socket", () => {
  it.each(PROTOCOLS)("$provider $api: the server sees the connection closed", async (protocol) => {
    provider = await startProvider([{ type: "hang" }]);
    const model = await makeModel({
      model: {
        ...protocol,
        name: "hanging",
        model: "m",
        family: "m",
        baseUrl: protocol.provider === "openai" ? provider.url : provider.url.replace(/\/v1$/, ""),
        temperature: 0,
        contextWindow: 1_000,
        requestTimeoutMs: 60_000,
        maxRetries: 3,
      },
      seed: 1,
      environment: {},
      remainingMs: () => 60_000,
    });
    const controller = new AbortController();
    const aborted = expect(model.invoke("hi", { signal: controller.signal })).rejects.toThrow();
    await expect.poll(() => provider?.requests.length).toBe(1);
    controller.abort();
    await aborted;
    await expect.poll(() => provider?.aborts.length).toBe(1);
    expect(provider.requests).toHaveLength(1);
  });
});
