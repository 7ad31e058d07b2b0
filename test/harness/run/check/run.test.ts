import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { EndpointCheck } from "../../../../harness/run/check/endpoints.ts";
import { runCli } from "../../cli/run-cli.ts";
import { startChatServer } from "../../judge/judges/loopback-chat.ts";

it("`run --check` asks each model and judge once, says what it cost, and ends with 1 when one fails", async () => {
  await using server = await startChatServer(({ body }) =>
    body.model === "down-1" ? { type: "status", status: 401, message: "no such key" } : { type: "text", text: "ready" },
  );
  const cwd = await mkdtemp(join(tmpdir(), "scopebench-check-"));
  const at = { provider: "openai", base_url: server.baseUrl, max_retries: 0 };
  const models = [
    { ...at, name: "up", model: "up-1", price: { input: 1, output: 2 } },
    { ...at, name: "down", model: "down-1" },
    { name: "explorer", provider: "policy", model: "explorer" },
  ];
  const chain = [{ ...at, model: "judge-1" }];
  const judges = { primary: { type: "llm", chain }, calibration: { type: "llm", chain } };
  const check = async (names: string, ...flags: string[]) => {
    await writeFile(join(cwd, "bench.yaml"), stringify({ models, judges }));
    return runCli(["run", "--check", "--models", names, ...flags], {
      cwd,
      environment: { SCOPEBENCH_CACHE: "/dev/null" },
    });
  };
  try {
    const bad = await check("up,down,explorer", "--json");
    expect(bad.code, bad.errors).toBe(1);
    const rows = JSON.parse(bad.out) as EndpointCheck[];
    expect(rows.map(({ role, name, ok }) => [role, name, ok])).toEqual([
      ["model", "up", true],
      ["model", "down", false],
      ["judge primary, judge calibration", "judge-1", true],
    ]);
    expect(rows[0]?.cost).toBeCloseTo(((rows[0]?.tokens_in ?? 0) + 2 * (rows[0]?.tokens_out ?? 0)) / 1e6, 12);
    expect([rows[1]?.cost, rows[2]?.cost]).toEqual([null, null]);
    expect(rows[1]?.found).toContain("401");
    expect(server.requests).toHaveLength(3);

    const good = await check("up");
    expect(good.code, good.errors).toBe(0);
    expect(good.out).toContain("2 of 2 endpoints answered; asking cost $0.0000");
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
