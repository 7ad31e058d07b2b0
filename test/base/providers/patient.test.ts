import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { makeRetryingFetch } from "../../../base/providers/retrying-fetch.ts";
import { makeRandom } from "../../../base/random.ts";

const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

interface Limits {
  headersTimeout: number;
}
type AgentClass = new (limits: Limits) => object;

it("a server that is silent for longer than the engine's own fetch allows is waited for as configured", async () => {
  await fetch("data:text/plain,x"); // From now on the engine's own is there.
  const global = globalThis as Record<symbol, object | undefined>;
  const before = global[DISPATCHER]!;
  // In place of five minutes: the engine's clock ticks once in half a second.
  global[DISPATCHER] = new (before.constructor as AgentClass)({ headersTimeout: 1 });
  let refused: (() => void) | undefined;
  const server = createServer((request, response) => {
    const answer = () => response.end("{}");
    if (request.url === "/impatient") return;
    if (refused) answer();
    else refused = answer;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const send = makeRetryingFetch({
      ...{ maxRetries: 0, requestTimeoutMs: 60_000, remainingMs: () => 60_000, random: makeRandom("patient") },
      read: async (answer) => ({ status: answer.status, headers: answer.headers, body: await answer.text() }),
    });
    const answered = send(`${url}/patient`);
    // Both have waited as long when the engine's own gives up.
    await expect(fetch(`${url}/impatient`)).rejects.toThrow("fetch failed");
    refused!();
    expect(await (await answered).text()).toBe("{}");
  } finally {
    global[DISPATCHER] = before;
    server.closeAllConnections();
    server.close();
  }
});
