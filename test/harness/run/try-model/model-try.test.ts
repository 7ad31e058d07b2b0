import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printTried } from "../../../../harness/run/try-model/print-tried.ts";
import { byTimes } from "../../../../harness/run/try-model/probes/limits.ts";
import type { Tried } from "../../../../harness/run/try-model/tried.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import {
  BEHIND_A_PROXY,
  CLAUDE,
  GEMINI,
  LLAMA_CPP,
  LLAMA_CPP_WITHOUT_TOOLS,
  OLLAMA,
  SMALL,
  throttling,
  VLLM,
} from "./servers.ts";
import { type Shape, type ShapeServer, startServer, startShape } from "./shapes.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-try-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const endpoint = ({ url }: Pick<ShapeServer, "url">, model: string) => [
  "setup",
  "model",
  "try",
  "--address",
  url,
  "--scenarios",
  "0",
  "--id",
  model,
];

async function tryJson(server: ShapeServer, model: string, provider = "openai") {
  const flags = ["--json", "--context-tokens", "6000", "--provider", provider];
  const { code, out, errors } = await runCli([...endpoint(server, model), ...flags], { cwd });
  await server.close();
  return { code, tried: (JSON.parse(out) as Tried[])[0]!, errors };
}

const tryShape = async (shape: Shape, provider?: string) => tryJson(await startShape(shape), shape.model, provider);

const IO = {
  ...{
    cwd: ".",
    environment: { NO_COLOR: "1" },
    error: () => undefined,
    interactive: false,
    terminal: true,
    columns: 80,
  },
  signal: new AbortController().signal,
};

const bench = (url: string) => `
corpus: { type: telecom, seed: 7, scale: 0.01 }
scenarios: { total: 5, limit: 2 }
models:
  - { name: mine, provider: openai, model: "${VLLM.model}", base_url: "${url}", price: { input: 1, output: 2 }, context_window: 9000 }
workflows: [react, static_sparse]
knowledge: [prompt]
repeats: 3
concurrency: 2
`;

/** `answers=yes tool_call=no ...`, without what follows of times, which a busy machine changes. */
const outcomes = ({ probes }: Tried) =>
  Object.fromEntries(probes.filter(({ probe }) => probe !== "limits").map(({ probe, outcome }) => [probe, outcome]));
const found = ({ probes }: Tried, name: string) => probes.find(({ probe }) => probe === name)!;

const ALL_YES = {
  ...{
    answers: "yes",
    usage: "yes",
    tool_call: "yes",
    tool_result: "yes",
    parallel_calls: "yes",
    demanded_call: "yes",
  },
  ...{ json_schema: "yes", streaming: "yes", stop_reason: "yes", determinism: "yes", seed: "yes", cache: "yes" },
  context: "no",
};

it.each([
  { oneMs: 1_000, allMs: 4_000, outcome: "no", value: 1 },
  { oneMs: 1_000, allMs: 2_000, outcome: "yes", value: 4 },
  { oneMs: 1_000, allMs: 1_100, outcome: "yes", value: 4 },
  // Times of the network say nothing.
  { oneMs: 20, allMs: 80, outcome: "yes", value: 4 },
])("4 answers in $allMs ms, of which one takes $oneMs: $outcome", ({ outcome, value, ...times }) => {
  expect(byTimes(times)).toMatchObject({ outcome, value });
});

describe("scopebench setup model try", () => {
  it("measures llama.cpp's server: one call at a time, and a window below the declared one", async () => {
    const { code, tried, errors } = await tryShape(LLAMA_CPP);
    expect(outcomes(tried)).toEqual({ ...ALL_YES, parallel_calls: "no" });
    expect(found(tried, "context")).toMatchObject({
      value: 2_048,
      advice: expect.stringContaining("context_window: 2048"),
    });
    expect([code, errors]).toEqual([0, expect.stringMatching(/^qwen: up to \d+ requests, about [\d,]+ tokens in/)]);
    expect(tried.spent.requests).toBe(tried.probes.reduce((sum, { requests }) => sum + requests, 0));
  });

  it("a server that refuses tools has failed at them, and is told how it is started with them", async () => {
    const { tried } = await tryShape(LLAMA_CPP_WITHOUT_TOOLS);
    for (const name of ["tool_call", "tool_result", "parallel_calls", "demanded_call"])
      expect(found(tried, name)).toMatchObject({
        outcome: "failed",
        found: expect.stringContaining("provider_500"),
        advice: expect.stringContaining("--jinja"),
      });
    expect(outcomes(tried)).toMatchObject({ answers: "yes", json_schema: "yes", streaming: "yes" });
  });

  it("measures a small server: calls as text, no streams, silent cuts, one request after the other", async () => {
    const { tried } = await tryShape(SMALL);
    expect(outcomes(tried)).toEqual({
      ...ALL_YES,
      ...{ tool_call: "no", tool_result: "not_said", parallel_calls: "not_said", demanded_call: "no" },
      ...{ streaming: "no", stop_reason: "no" },
    });
    expect(found(tried, "context")).toMatchObject({
      value: 2_048,
      found: expect.stringContaining("its refusal says so"),
    });
  });

  it("finds that Ollama cuts long prompts without a word, and says nothing of a cache", async () => {
    const { tried } = await tryShape(OLLAMA);
    expect(outcomes(tried)).toEqual({ ...ALL_YES, cache: "not_said" });
    expect(found(tried, "context")).toMatchObject({
      value: 1_024,
      found: expect.stringContaining("without a word; /api/ps says 1,024"),
    });
    expect(found(tried, "answers").found).toContain("qwen3:latest");
  });

  it("finds a cut also where the shortest prompt is cut already", async () => {
    const { tried } = await tryShape({ ...OLLAMA, window: 100, says: {} });
    expect(found(tried, "context")).toMatchObject({ outcome: "no", value: 100 });
  });

  it("measures vLLM: its window by its list and refusal, and two answers to one question", async () => {
    const { tried } = await tryShape(VLLM);
    expect(outcomes(tried)).toEqual({ ...ALL_YES, determinism: "no" });
    expect(found(tried, "context").value).toBe(4_096);
  });

  it("measures Anthropic's protocol: no seed, no schema, and its refusal names the window before the word", async () => {
    const { code, tried } = await tryShape(CLAUDE, "anthropic");
    expect(outcomes(tried)).toEqual({ ...ALL_YES, seed: "no", json_schema: "not_said" });
    expect([code, found(tried, "context").value]).toEqual([0, 4_096]);
  });

  it("measures Google's", async () => {
    const { code, tried } = await tryShape(GEMINI, "google");
    expect(outcomes(tried)).toEqual(ALL_YES);
    expect([code, found(tried, "context").value]).toEqual([0, 4_096]);
  });

  it("a failing server is never a no: the first failure is quoted harmlessly, and nothing else is asked", async () => {
    const server = await startServer(BEHIND_A_PROXY);
    const { code, tried } = await tryJson(server, "m");
    expect(code).toBe(1);
    expect(new Set(Object.values(outcomes(tried)))).toEqual(new Set(["failed"]));
    expect(found(tried, "answers").found).toContain("provider_502");
    expect(server.requests.length).toBe(2);
  });

  it("a server that throttles has failed at every probe it did not answer, not said no", async () => {
    const { tried } = await tryJson(await startServer(throttling()), "m");
    const { answers, usage, seed } = outcomes(tried);
    expect({ answers, usage, seed }).toEqual({ answers: "yes", usage: "no", seed: "failed" });
    expect(found(tried, "limits").outcome).toBe("failed");
    expect(found(tried, "tool_call").found).toContain("provider_429");
  });

  it("prints a table of 80 columns and writes it as Markdown in which nothing of the server is markup", async () => {
    const server = await startShape({ ...VLLM, model: "a|b" });
    const args = [...endpoint(server, "a|b"), "--to", "table.md", "--context-tokens", "600"];
    const { out } = await runCli(args, { cwd });
    await server.close();
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out).toMatch(/ calls a tool +yes /);
    const markdown = await readFile(join(cwd, "table.md"), "utf8");
    expect(markdown).toContain("a\\|b over openai");
    expect(markdown).toMatch(/^\| calls a tool \| yes \| search\\_records/m);
  });

  it("--price asks nothing; a model without an id, and one that is not there, are refused", async () => {
    const server = await startShape(VLLM);
    const { code, errors } = await runCli([...endpoint(server, "m"), "--price"], { cwd });
    expect([code, errors, server.requests]).toEqual([0, expect.stringContaining("at a price that is unknown"), []]);
    expect((await runCli(["setup", "model", "try", "--address", server.url], { cwd })).errors).toContain("--id");
    expect((await runCli(["setup", "model", "try", "explorer"], { cwd })).errors).toContain("no model explorer to try");
    await writeFile(join(cwd, "strict.yaml"), "allow_models: [other]");
    const strict = await runCli([...endpoint(server, "m"), "-c", "strict.yaml"], { cwd });
    expect([strict.code, strict.errors]).toEqual([1, expect.stringContaining("not among `allow_models`")]);
    const unpriced = await runCli([...endpoint(server, "m"), "--max-cost", "1"], { cwd });
    expect([unpriced.code, unpriced.errors]).toEqual([1, expect.stringMatching(/price/)]);
    expect(server.requests).toEqual([]);
    await server.close();
  });

  it("then runs scenarios through four workflows, and says what failed and what the whole would take", async () => {
    const server = await startShape({ ...VLLM, window: 9_000, isDeterministic: true });
    await writeFile(join(cwd, "bench.yaml"), bench(server.url));
    const args = ["setup", "model", "try", "--scenarios", "1", "--context-tokens", "600", "--to", "try.md", "--json"];
    const { code, out, errors } = await runCli(args, { cwd });
    await server.close();
    expect([code, errors]).toEqual([
      0,
      expect.stringMatching(/then 1 scenario through 4 workflows: about \d+ requests, .* \$0\.\d\d,/),
    ]);
    const [tried] = JSON.parse(out) as Tried[];
    const { run, workflows, expected, troubles } = tried!;
    expect(workflows!.map(({ workflow, executions }) => [workflow, executions])).toEqual(
      ["react", "plan_execute", "keyword_rag", "corrective_sparse"].map((name) => [name, 1]),
    );
    expect(nonEmpty(workflows!).every(({ requests, largest_request }) => requests > 0 && largest_request > 0)).toBe(
      true,
    );
    // Two workflows, two scenarios, three repeats.
    expect(expected).toMatchObject({ executions: 12, concurrency: 2, cost_usd: expect.any(Number) });
    expect(expected!.tokens_in).toBe(6 * (workflows![0]!.tokens_in! + workflows![2]!.tokens_in!));
    expect(troubles.join()).toContain("answers had not the form that is scored");
    expect(run).toMatch(/^\.scopebench\/tries\//);
    const lines: string[] = [];
    printTried(tried!, { ...IO, out: (text) => void lines.push(...text.split("\n")) });
    expect(lines.join("\n")).toMatch(/^react +\d\/1 +[\s\S]*^the whole matrix: 12 executions/m);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(await readFile(join(cwd, "try.md"), "utf8")).toMatch(/^\| react \| \d\/1 \|/m);
  });

  it("shows what the probes measured also where the run is refused", async () => {
    const server = await startShape(VLLM);
    const refused = bench(server.url).replace("context_window: 9000", "context_window: 600");
    await writeFile(join(cwd, "narrow.yaml"), refused);
    const { code, out } = await runCli(["setup", "model", "try", "-c", "narrow.yaml", "--json"], { cwd });
    await server.close();
    const [tried] = JSON.parse(out) as Tried[];
    expect([code, tried!.run, tried!.probes.length]).toEqual([0, null, 14]);
    expect(tried!.troubles.join()).toContain("the scenarios were not run: ");
  });

  it("ends at Ctrl-C with 130, and shows and writes what was measured until then", async () => {
    const stop = new AbortController();
    // When its window is measured.
    const overflow: Shape["overflow"] = (...given) => {
      stop.abort();
      return VLLM.overflow(...given);
    };
    const server = await startShape({ ...VLLM, overflow });
    const flags = ["--context-tokens", "90000", "--to", "kept.md"];
    const { code, out } = await runCli([...endpoint(server, VLLM.model), ...flags], { cwd, signal: stop.signal });
    await server.close();
    const table = await readFile(join(cwd, "kept.md"), "utf8");
    expect(code).toBe(130);
    for (const shown of nonEmpty([out, table])) expect(shown).toMatch(/calls a tool[^\n]*yes[\s\S]*interrupted/);
  });

  it("ends at Ctrl-C with 130 where nothing was answered yet", async () => {
    const stop = new AbortController();
    const server = await startServer(() => stop.abort());
    const { code } = await runCli(endpoint(server, "m"), { cwd, signal: stop.signal });
    await server.close();
    expect(code).toBe(130);
  });
});
