import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../../../../harness/cli/index.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import { askableOf } from "../../../../harness/run/interactive/assistant-configurations.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.05 }
baselines: []
models: [{ name: explorer, provider: policy, model: explorer }]
workflows: [hybrid_rag, react]
knowledge: [prompt]
factors:
  depth: [3, 20]
  rules:
    only: { workflow: [react] }
    levels: { shipped: {}, mute: { tool_families: [sql], policies: rules, limits.max_tool_calls: 1 } }
  embedding:
    only: { workflow: [hybrid_rag] }
    levels: { lsa: {}, narrow: { substrate.embedding: { type: lsa, dimensions: 8 } } }
design: { one_at_a_time: true }
`;
const QUESTION = "Which tests cover handover?";

interface Assistant {
  assistant_id: string;
  name: string;
  metadata: { levels?: string };
}
interface Message {
  type: string;
  content: unknown;
  name?: string;
}

let cwd: string;
let url: string;
const said: string[] = [];
const stop = new AbortController();
let ended: Promise<number>;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-assistant-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  await mkdir(join(cwd, "rules"));
  await writeFile(join(cwd, "rules/response-format.md"), "Answer briefly.");
  const serving = Promise.withResolvers<void>();
  ended = cli(["assistant", "--port", "0"], {
    ...{ cwd, environment: { SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE }, columns: 80 },
    ...{ interactive: false, trusts: true, out: () => undefined, signal: stop.signal },
    error: (text: string) => {
      said.push(text);
      if (text.includes("can be asked")) serving.resolve();
    },
  });
  await Promise.race([serving.promise, ended.then(() => Promise.reject(new Error(said.join("\n"))))]);
  url = /http:\/\/[\w.:[\]]+/.exec(said.join("\n"))![0];
});
afterAll(async () => {
  stop.abort();
  await ended;
  await rm(cwd, { recursive: true, force: true });
});

async function post<T>(path: string, body: object): Promise<T> {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, sent);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

/** A new thread's messages. */
async function ask(assistant: string): Promise<Message[]> {
  const { thread_id } = await post<{ thread_id: string }>("/threads", {});
  const input = { messages: [{ role: "user", content: QUESTION }] };
  const { messages } = await post<{ messages: Message[] }>(`/threads/${thread_id}/runs/wait`, {
    ...{ assistant_id: assistant, input },
  });
  return messages;
}

const idsIn = (messages: readonly Message[]) =>
  new Set(JSON.stringify(messages.findLast(({ type }) => type === "ai")?.content).match(/TC-[A-Z0-9-]+/g)).size;
const called = (messages: readonly Message[]) => messages.flatMap(({ type, name }) => (type === "tool" ? [name] : []));

describe("an assistant of a file with factors", () => {
  it("can be asked at each level of agents, the base first and under the name that it had before", async () => {
    const assistants = await post<Assistant[]>("/assistants/search", {});
    expect(assistants.map(({ name }) => name)).toEqual([
      "explorer hybrid_rag prompt",
      "explorer react prompt",
      "explorer hybrid_rag prompt depth=3",
      "explorer react prompt rules=mute",
    ]);
    expect(assistants.map(({ metadata }) => metadata.levels)).toEqual([
      ...[undefined, undefined, "depth=3", "rules=mute"],
    ]);
    expect(said.join("\n")).toContain("1 configuration of another index cannot be asked");
  });

  it("answers from as many records as the level says", async () => {
    expect(idsIn(await ask("explorer hybrid_rag prompt"))).toBeGreaterThan(3);
    expect(idsIn(await ask("explorer hybrid_rag prompt depth=3"))).toBe(3);
  });

  it("calls the tools that the level leaves, as often as it allows", async () => {
    const free = called(await ask("explorer react prompt"));
    expect(free.length).toBeGreaterThan(1);
    const bound = called(await ask("explorer react prompt rules=mute"));
    expect(bound.filter((name) => name === "hybrid_search")).toEqual([]);
    expect(bound.length).toBeLessThan(free.length);
  });
});

describe("what people can ask of a file", () => {
  it("has nothing of a level that puts a script in a person's place, which a person is not asked through", () => {
    const levels = [
      { name: "free", patch: {} },
      { name: "rejected", patch: { safe_mode: { type: "simulated", reject: 0.5 } } },
    ];
    const config = configSchema.parse({
      ...{ models: [{ name: "m", provider: "policy", model: "explorer" }], workflows: ["react"] },
      ...{ knowledge: ["prompt"], factors: [{ name: "review", base: "free", levels }] },
    });
    expect(askableOf(config).configurations.map(configurationName)).toEqual(["m__react__prompt"]);
  });

  it("is the base alone where levels make more than a list is read of", () => {
    const config = (levels: number) =>
      configSchema.parse({
        ...{ models: [{ name: "m", provider: "policy", model: "explorer" }], workflows: ["vector_rag"] },
        knowledge: ["prompt"],
        factors: [
          {
            ...{ name: "depth", base: "20" },
            levels: Array.from({ length: levels }, (_, at) => ({
              ...{ name: String(at + 20), patch: at === 0 ? {} : { "retrieval.answered_from": at + 20 } },
            })),
          },
        ],
      });
    const names = (levels: number) => askableOf(config(levels)).configurations.map(configurationName);
    expect(names(30)).toHaveLength(30);
    expect(names(31)).toEqual(["m__vector_rag__prompt"]);
    expect(askableOf(config(31)).tooMany).toBe(30);
  });
});
