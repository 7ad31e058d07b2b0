import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openAiChat } from "../../../agent/models/openai-chat/index.ts";
import { readAnswer } from "../../../agent/models/transport/read-answer.ts";
import { makeRateLimiter } from "../../../base/providers/rate-limiter.ts";
import { makeRetryingFetch, type Wait } from "../../../base/providers/retrying-fetch.ts";
import { type LoopbackProvider, type Reply, type Script, startProvider } from "../../loopback/provider.ts";
import { SOON_MS } from "../../soon.ts";

const ok: Reply = { type: "text", text: "fine" };
let provider: LoopbackProvider | undefined;
afterEach(() => provider?.close());

async function ask(
  script: Script | readonly Reply[],
  options: Partial<Parameters<typeof makeRetryingFetch>[0]> = {},
  signal?: AbortSignal,
) {
  provider = await startProvider(script);
  const retrying = makeRetryingFetch({
    maxRetries: 3,
    requestTimeoutMs: 60_000,
    remainingMs: () => 60_000,
    random: () => 0,
    read: (answer, onEvent) => readAnswer(answer, { dialect: openAiChat, onEvent, onAnswer: () => undefined }),
    ...options,
  });
  const startedAt = performance.now();
  const response = await retrying(`${provider.url}/chat/completions`, { method: "POST", body: "{}", signal });
  return { response, requests: provider.requests.length, ms: performance.now() - startedAt };
}

describe("makeRetryingFetch", () => {
  it("waits as long as Retry-After says before the second request", async () => {
    const { response, requests, ms } = await ask([
      { type: "status", status: 429, headers: { "retry-after": "1" } },
      ok,
    ]);
    expect([response.status, requests]).toEqual([200, 2]);
    expect(ms).toBeGreaterThanOrEqual(990);
  });

  it("prefers retry-after-ms to retry-after", async () => {
    const headers = { "retry-after": "60", "retry-after-ms": "5" };
    const { response, ms } = await ask([{ type: "status", status: 429, headers }, ok]);
    expect(response.status).toBe(200);
    expect(ms).toBeLessThan(SOON_MS);
  });

  it("gives up at once where the wait would outlast the turn", async () => {
    const { response, requests, ms } = await ask(
      [{ type: "status", status: 429, headers: { "retry-after": "60" } }, ok],
      { remainingMs: () => 500 },
    );
    expect([response.status, requests]).toEqual([429, 1]);
    expect(ms).toBeLessThan(SOON_MS);
  });

  it("tries a 503 four times with maxRetries 3, tells of each wait, and hands the last answer on", async () => {
    const busy: Reply = { type: "status", status: 503, headers: { "retry-after-ms": "1" } };
    const waits: Wait[] = [];
    const { response, requests } = await ask([busy], { onWait: (wait) => void waits.push(wait) });
    expect([response.status, requests]).toEqual([503, 4]);
    expect(waits).toEqual(Array.from({ length: 3 }, () => ({ reason: "503", ms: 1 })));
  });

  it.each([400, 401, 404, 422])("does not retry %i", async (status) => {
    const { response, requests } = await ask([{ type: "status", status }, ok]);
    expect([response.status, requests]).toEqual([status, 1]);
  });

  it("takes a 200 whose body is only an error for what it says, and retries it", async () => {
    const { response, requests } = await ask([
      { type: "raw", body: { error: { code: 502, message: "upstream" } } },
      ok,
    ]);
    expect([response.status, requests]).toEqual([200, 2]);
  });

  it("ends an attempt after requestTimeoutMs and tries again", async () => {
    const { response, requests } = await ask([{ type: "hang" }, ok], { requestTimeoutMs: 1_000 });
    expect([response.status, requests]).toEqual([200, 2]);
  });

  it("does not retry when the caller aborts", async () => {
    const stop = new AbortController();
    const hang = () => {
      stop.abort(new Error("enough"));
      return { type: "hang" } as const;
    };
    await expect(ask(hang, {}, stop.signal)).rejects.toThrow("enough");
    expect(provider?.requests.length).toBe(1);
  });

  it("learns from silence that a server answers one after the other: fewer are sent at once", async () => {
    const limits: number[] = [];
    const limiter = makeRateLimiter({
      ...{ provider: "p", initial: 4, max: 4 },
      onEvent: ({ limit }) => void limits.push(limit),
    });
    const { response } = await ask([{ type: "hang" }, ok], { limiter, requestTimeoutMs: 200, onWait: () => undefined });
    expect(response.status).toBe(200);
    expect(limits).toEqual([4, 2]);
  });

  it("tells the time in a server's own queue apart, by its account, and sends less at once where that is long", async () => {
    const limits: number[] = [];
    const limiter = makeRateLimiter({
      ...{ provider: "p", initial: 4, max: 4 },
      onEvent: ({ limit }) => void limits.push(limit),
    });
    const waits: Wait[] = [];
    const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "fine" } }];
    const answered = (prompt_ms: number) => async (): Promise<Reply> => {
      await sleep(prompt_ms < 1000 ? 1100 : 0);
      return { type: "raw", body: { object: "chat.completion", choices, timings: { prompt_ms, predicted_ms: 5.5 } } };
    };
    // The limiter's own, of no reason, takes some milliseconds on a busy machine.
    const onWait = (wait: Wait) => void (wait.reason !== null && waits.push(wait));
    await ask(answered(10), { limiter, onWait });
    await provider?.close();
    expect(waits).toEqual([{ reason: "server_queue", ms: expect.any(Number) }]);
    expect(waits[0]!.ms).toBeGreaterThanOrEqual(1000);
    expect(limits).toEqual([4, 2]);
    await ask(answered(60_000), { limiter, onWait });
    expect([waits.length, limits]).toEqual([1, [4, 2]]);
  });
});
