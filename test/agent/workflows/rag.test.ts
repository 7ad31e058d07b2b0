import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../agent/answer/answer.ts";
import { madeOf, RETRIEVAL_WORKFLOWS, UPPER_BOUNDS, type Workflow } from "../../../agent/contract/contract.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Reply, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const agent = smallAgent();
let threads = 0;

/** Over the wire, as any provider is asked. */
async function ask(workflow: Workflow, { turns, replies }: { turns: string[]; replies: Reply[] }) {
  const provider = await startProvider(replies);
  try {
    const task = makeTask({ workflow, turns, thread: `wire-${threads++}` });
    const model = loopbackModel(provider.url);
    const result = await agent.system.run({ ...task, model });
    return { result, trace: await agent.system.readTrace(task), requests: provider.requests.map(({ body }) => body) };
  } finally {
    await provider.close();
  }
}

const NOTHING: Reply = { type: "text", text: "No supported recommendation: there is nothing." };
const rolesIn = ({ messages }: Record<string, unknown> = {}) =>
  (messages as { role: string; content: unknown }[]).map(({ role, content }) =>
    String(content).startsWith("Records retrieved") ? "records" : role,
  );

describe("retrieve, then generate", () => {
  it.each([
    ["keyword_rag", "tests about handover", ["keyword_search"]],
    ["vector_rag", "tests about handover", ["vector_search"]],
    ["hybrid_rag", "tests about handover", ["hybrid_search"]],
    ["graph_rag", "tests linked to REQ-201", ["identifier_lookup", "graph_impact"]],
    ["graph_rag", "tests about handover", ["identifier_lookup", "hybrid_search", "graph_impact"]],
    ["graph_rag", "tests like TC-1001", ["identifier_lookup", "graph_neighbourhood"]],
  ] as const)("%s of '%s' makes %j and then one request without tools", async (workflow, question, tools) => {
    const { result, trace, requests } = await ask(workflow, { turns: [question], replies: [NOTHING] });
    expect(result.outcome).toBe("success");
    expect(trace.toolCalls.map(({ tool, status, turn }) => [tool, status, turn])).toEqual(
      tools.map((tool) => [tool, "success", 0]),
    );
    expect(trace.toolCalls.every(({ result: stored }) => stored!.length > 0)).toBe(true);
    expect(requests).toHaveLength(1);
    expect(requests[0]).not.toHaveProperty("tools");
    expect(rolesIn(requests[0])).toEqual(["system", "user", ...tools.map(() => "records")]);
    expect([trace.modelCalls, Object.keys(trace.roles!)]).toEqual([1, ["writer"]]);
    expect(trace.messages.map(({ role }) => role)).toEqual(["user", ...tools.map(() => "tool"), "assistant"]);
  });

  it("sends an answer back by the contract without retrieving again, and retrieves anew for each turn", async () => {
    const replies: Reply[] = [{ type: "text", text: "Run TC-1001." }, NOTHING, NOTHING];
    const { trace, requests } = await ask("keyword_rag", {
      turns: ["tests about handover", "and in the lab?"],
      replies,
    });
    expect(trace.toolCalls.map(({ turn }) => turn)).toEqual([0, 1]);
    expect(trace.toolCalls[1]?.arguments).toMatchObject({ query: "tests about handover\nand in the lab?" });
    expect(trace.contract).toEqual({ violations: ["no_list"], retries: 1, fallback: false });
    expect(requests.map(rolesIn).at(-1)).toEqual([
      "system",
      "user",
      "records",
      "assistant",
      "user",
      "assistant",
      "user",
      "records",
    ]);
  });

  it("has stand-ins recommend nothing that was not shown to them, with the source that shows it", async () => {
    const fixed = RETRIEVAL_WORKFLOWS.filter((name) => !UPPER_BOUNDS.includes(name) && madeOf(name).of === name);
    for (const workflow of nonEmpty(fixed))
      for (const profile of ["explorer", "planner", "sprinter"]) {
        const task = makeTask({ profile, workflow, turns: ["tests about handover in the lab"] });
        await agent.system.run(task);
        const { answers, toolCalls, contract } = await agent.system.readTrace(task);
        const { ranked, sources } = parseAnswer(answers[0]!);
        const shown = toolCalls.map(({ preview }) => preview).join();
        expect(ranked.filter((id) => !shown.includes(`"${id}"`))).toEqual([]);
        expect(sources.length > 0).toBe(ranked.length > 0);
        expect(contract.fallback).toBe(false);
      }
  });

  it("is told the true start only where it is an upper bound, and is nothing without one", async () => {
    const told = { workflow: "graph_rag_oracle", turns: ["tests about handover"] } as const;
    const task = makeTask({ ...told, changes: { starts: ["REQ-201"] } });
    await agent.system.run(task);
    const { toolCalls } = await agent.system.readTrace(task);
    expect(toolCalls.map(({ tool, arguments: args }) => [tool, args])).toEqual([
      ["identifier_lookup", { ids: ["REQ-201"] }],
      ["graph_impact", expect.objectContaining({ id: "REQ-201" })],
    ]);
    await expect(agent.system.run(makeTask(told))).rejects.toMatchObject({ code: "config" });
  });

  it("follows the links of what the question names, and of nothing else", async () => {
    const task = makeTask({ workflow: "graph_rag", turns: ["tests linked to REQ-201"] });
    await agent.system.run(task);
    const { answers } = await agent.system.readTrace(task);
    expect(parseAnswer(answers[0]!).ranked.slice(0, 3).sort()).toEqual(["TC-1001", "TC-1002", "TC-1003"]);
  });
});
