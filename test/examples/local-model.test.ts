import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "../../harness/record/config/load.ts";
import type { Tried } from "../../harness/run/try-model/tried.ts";
import { runCli } from "../harness/cli/run-cli.ts";

/** The example's own files, which the compiler does not read. */
const EXAMPLE = new URL("../../examples/local-model/", import.meta.url);
const load = async (name: string) => (await import(new URL(name, EXAMPLE).href)) as Record<string, never>;

interface Served {
  url: string;
  close(): Promise<void>;
}
type Serve = (model: object, options: object) => Promise<Served>;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-local-example-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

interface Wanted {
  maxTokens: number;
  grammar?: string | object;
}

/** In the model's place: chooses the first tool, fills forms with what they allow, else counts. */
async function complete(prompt: string, { maxTokens, grammar }: Wanted) {
  const usage = { input: prompt.split(" ").length, cached: 0, output: 4 };
  if (typeof grammar === "string") return { text: /"(call \w+)/.exec(grammar)![1]!, isCut: false, usage };
  const text = grammar ? JSON.stringify(filled(grammar as Form)) : "1 2 3 4 ready".repeat(9).slice(0, maxTokens);
  return { text, isCut: !grammar && maxTokens < 40, usage };
}

interface Form {
  properties: Record<string, { enum?: unknown[]; type?: string }>;
}

function filled({ properties }: Form): object {
  const values = Object.entries(properties).map(([name, { enum: allowed, type }]) => [
    name,
    allowed?.[0] ?? (type === "integer" ? 1 : "some text"),
  ]);
  return Object.fromEntries(values);
}

it("the example's server speaks the protocol: calls, forms, streams, stop reasons and tokens as a run needs them", async () => {
  const { serve } = (await load("server.mjs")) as unknown as { serve: Serve };
  const { url, close } = await serve({ complete }, { name: "tiny", port: 0, context: 8192, maxTokens: 200 });
  const { out } = await runCli(["model", "try", "--address", url, "--id", "tiny", "--scenarios", "0", "--json"], {
    cwd,
  });
  await close();
  const [tried] = JSON.parse(out) as Tried[];
  const outcomes = Object.fromEntries(tried!.probes.map(({ probe, outcome }) => [probe, outcome]));
  expect(outcomes).toMatchObject({
    ...{ answers: "yes", usage: "yes", tool_call: "yes", demanded_call: "yes", json_schema: "yes", streaming: "yes" },
    ...{ stop_reason: "yes", determinism: "yes", cache: "no", context: "no" },
  });
  expect(tried!.probes.at(-1)!.value).toBe(8192);
});

it("the example's configuration is valid", async () => {
  const file = new URL("bench.yaml", EXAMPLE).pathname;
  const config = await loadConfig({ cwd, environment: {}, file, flags: {} });
  expect(config.models.map(({ name }) => name)).toEqual(["smollm2-135m"]);
});
