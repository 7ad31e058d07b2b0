import { expect, it } from "vitest";
import type { LiveTurn } from "../../../agent/contract/contract.ts";
import type { Execution } from "../../../agent/workflows/execution.ts";
import { graphChannel, type TurnAgent } from "../../../agent/workflows/graph-channel.ts";
import { makeTask } from "../task.ts";

/** As LangGraph streams a graph with another inside one of its nodes. */
async function* events() {
  yield [["generate:1"], "values", "the writer's state"];
  yield [["generate:1"], "messages", "Run TC-1001."];
  yield [["tools:2"], "messages", "an executor's"];
  yield [[], "values", "the agent's state"];
}

it("who follows a question hears the writer's words as the agent's own, and an executor's as the executor's", async () => {
  const heard: Parameters<LiveTurn["onEvent"]>[0][] = [];
  const live: LiveTurn = { reviewed: new Set(), onEvent: (event) => heard.push(event) };
  const task = makeTask({ workflow: "keyword_rag", turns: ["tests about handover"], changes: { live } });
  const agent = { stream: async () => events() } as unknown as TurnAgent;
  const execution = { task, checkpointer: {} } as Execution;
  await graphChannel(agent, execution).ask(0, task.signal);
  expect(heard.map(({ namespace, data }) => [namespace.join(), data])).toEqual([
    ["generate:1", "the writer's state"],
    ["", "Run TC-1001."],
    ["tools:2", "an executor's"],
    ["", "the agent's state"],
  ]);
});
