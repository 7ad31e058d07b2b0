import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openScopeAgent } from "../../../agent/system.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { startProvider } from "../../loopback/provider.ts";
import { makeTask } from "../task.ts";

let substrate: Substrate;
let folder: string;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  folder = await mkdtemp(join(tmpdir(), "scopebench-retrieval-"));
});
afterAll(async () => {
  await substrate?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A strategy's `retrieve` of this body, asked once. */
async function ask(name: string, body: string) {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, `export async function retrieve({ call }) { ${body} }`);
  const provider = await startProvider([{ type: "text", text: "No supported recommendation: there is nothing." }]);
  const environment = { substrate, stateLocation: { journal: null }, environment: {}, retrievals: [{ name, path }] };
  const system = await openScopeAgent(environment);
  try {
    const task = makeTask({ workflow: name, turns: ["tests about handover"] });
    const model = { ...task.model, provider: "openai" as const, model: "any-1", baseUrl: provider.url };
    const result = await system.run({ ...task, model: { ...model, requestTimeoutMs: 60_000 } });
    return {
      result,
      trace: await system.readTrace(task),
      sent: JSON.stringify(provider.requests.at(-1)?.body ?? null),
    };
  } finally {
    await system.close();
    await provider.close();
  }
}

const search = (query: string) => `call("keyword_search", { query: "${query}", types: ["test_case"] })`;

it("a strategy's calls may be made at once or not waited for: the model sees each, in the order of the calls", async () => {
  const { result, trace, sent } = await ask(
    "at_once",
    `await Promise.all([${search("first")}, ${search("second")}]); ${search("third")};`,
  );
  expect(result.outcome).toBe("success");
  expect(trace.toolCalls.map(({ arguments: args }) => (args as { query: string }).query)).toEqual([
    "first",
    "second",
    "third",
  ]);
  expect(["first", "second", "third"].map((query) => sent.indexOf(`\\"query\\":\\"${query}\\"`) > 0)).toEqual([
    true,
    true,
    true,
  ]);
});

it("a call without arguments is an error of that call, and can be read back", async () => {
  const { result, trace } = await ask("without", `await call("keyword_search");`);
  expect(result.outcome).toBe("success");
  expect(trace.toolCalls).toMatchObject([{ status: "error", arguments: {} }]);
});

it("what a strategy does to a result changes nothing that is recorded or shown", async () => {
  const { sent } = await ask(
    "changes",
    `const found = await ${search("handover")}; found.preview = "FORGED"; found.arguments.query = "FORGED";`,
  );
  expect(sent).toContain("Records retrieved");
  expect(sent).not.toContain("FORGED");
});

it.each([
  ["throws_nothing", "throw undefined;", "`retrieve` threw undefined"],
  ["circular", `const args = {}; args.self = args; await call("keyword_search", args);`, "circular"],
])("%s: the execution ends with what was thrown", async (name, body, message) => {
  const { result } = await ask(name, body);
  expect(result.outcome).toBe("agent_error");
  expect(JSON.stringify(result)).toContain(message);
});
