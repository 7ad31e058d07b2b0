import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { moduleAt, type RunOptions, useExternalAgents } from "./run.ts";

const bench = useExternalAgents();
let modules = 0;

async function run(source: string, options?: RunOptions) {
  const path = join(bench.folder(), `module-${modules++}.ts`);
  await writeFile(path, source);
  return bench.run(moduleAt(path), options);
}

describe("a module as an external agent", () => {
  it("calls the tools in process, recorded as any agent's calls, and answers", async () => {
    const { run: result, trace } = await run(`export function openAgent() {
      return { async answer(request: { question: string }, tools: {
        list(): { name: string }[];
        call(tool: string, given: object): Promise<{ status: string; text: string }>;
      }) {
        const names = tools.list().map(({ name }) => name);
        const found = await tools.call("keyword_search", { query: request.question });
        const failed = await tools.call("nonsense", {});
        return { answer: names.length + found.status + failed.text, ranked_ids: ["TC-1001"], usage: { input_tokens: 1, output_tokens: 2 } };
      } };
    }`);
    expect(result.outcome).toBe("success");
    expect(trace.answers[0]).toMatch(/^\d+success.*unknown_tool/);
    expect(trace.toolCalls.map(({ tool, status, result: full }) => [tool, status, full?.includes("TC-1001")])).toEqual([
      ["keyword_search", "success", true],
      ["nonsense", "error", undefined],
    ]);
    expect(trace).toMatchObject({ usage: { input: 1, output: 2 }, modelCalls: null });
  });

  it.each([
    ["throws", `throw new Error("boom");`, "subject_crashed", /boom/],
    ["gives no object", "return 7;", "subject_bad_answer", /schema/],
    ["gives nothing", "return undefined;", "subject_bad_answer", /schema/],
  ])("one that %s is an agent error with its reason", async (_what, body, code, message) => {
    const { run: result } = await run(`export const openAgent = () => ({ async answer() { ${body} } });`);
    expect(result.turns[0]?.error).toEqual({ code, message: expect.stringMatching(message) });
  });

  it("one that does not come back is a timeout, and its later calls fail", async () => {
    const { run: result, trace } = await run(
      `export const openAgent = () => ({ answer: (_request: unknown, tools: { signal: AbortSignal; call(tool: string, given: object): Promise<unknown> }) => new Promise((resolve) => {
        tools.signal.addEventListener("abort", () => tools.call("schema_overview", {}).catch(() => 0));
      }) });`,
      { cutoffMs: 300 },
    );
    expect(result.turns[0]).toMatchObject({ outcome: "timeout" });
    expect(trace.toolCalls).toEqual([]);
  });

  it("one that cannot be loaded, or exports nothing to open, is refused before anything runs", async () => {
    await expect(run("export const other = 1;")).rejects.toMatchObject({
      code: "config",
      problems: [expect.stringContaining("openAgent")],
    });
    await expect(bench.run(moduleAt("/no/such/module.ts"))).rejects.toMatchObject({ code: "config" });
  });
});
