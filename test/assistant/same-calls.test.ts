import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { describe, expect, it } from "vitest";
import type { AgentTrace } from "../../agent/contract.ts";
import { makeTask } from "../agent/task.ts";
import { nonEmpty } from "../non-empty.ts";
import { QUESTION, serveSmall } from "./served.ts";

const ASK = { input: { messages: [{ type: "human", content: QUESTION }] } };
const callsOf = ({ toolCalls }: AgentTrace) =>
  toolCalls.map(({ tool, arguments: given, status, subAgent }) => ({ tool, given, status, subAgent }));

describe("a question put to the service", { timeout: 180_000 }, () => {
  it("has the calls and the answer that a benchmark and `ask` get, in either workflow, with policies inline and as skills", async () => {
    const { url, service, close } = await serveSmall("memory://");
    const { agent } = service.options;
    const client = new Client({ apiUrl: url, apiKey: null });
    for (const name of nonEmpty(["explorer react prompt", "explorer plan_execute skill_meta"])) {
      const assistant = service.assistant(name);
      const { workflow, knowledge } = assistant;
      const { thread_id: threadId } = await client.threads.create();
      await client.runs.wait(threadId, assistant.id, ASK);
      const served = await agent.readTrace(service.task(assistant, threadId));
      // What the stages execute and ask call; a name of equal length, since it is part of the prompt.
      const task = makeTask({ workflow, knowledge, turns: [QUESTION], thread: `x${threadId.slice(1)}` });
      await agent.run(task);
      const measured = await agent.readTrace(task);
      expect(callsOf(served).length).toBeGreaterThan(1);
      expect(callsOf(served)).toEqual(callsOf(measured));
      expect(served.answers).toEqual(measured.answers.map((answer) => answer.replaceAll(task.threadId, threadId)));
    }
    await close();
  });
});

describe("a service that ends", { timeout: 180_000 }, () => {
  it("leaves every thread readable: a pause waits on, and a run that was at work is said to be interrupted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-assistant-"));
    const first = await serveSmall(folder);
    const client = new Client({ apiUrl: first.url, apiKey: null });
    const safe = { config: { configurable: { safe_mode: true } } };
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe });
    const { thread_id: cut } = await client.threads.create();
    await client.runs.wait(cut, "scopebench", ASK);
    const before = (await client.threads.getState(cut)).values;
    const [{ run_id }] = (await client.runs.list(cut)) as unknown as [{ run_id: string }];
    // As a kill leaves them behind.
    await first.service.store.setRunStatus(run_id, "running");
    await first.service.store.setThreadStatus(cut, "busy");
    await first.close();

    const second = await serveSmall(folder);
    const again = new Client({ apiUrl: second.url, apiKey: null });
    expect(await again.threads.get(cut)).toMatchObject({ status: "idle", values: before });
    expect(await again.runs.get(cut, run_id)).toMatchObject({
      status: "interrupted",
      error: expect.stringContaining("ended"),
    });
    const resume = { decisions: [{ type: "approve" }] };
    const values = await again.runs.wait(thread_id, "scopebench", {
      command: { resume },
      config: { configurable: { safe_mode: false } },
    });
    expect(JSON.stringify(values)).toContain("## Recommended");
    await second.close();
    await rm(folder, { recursive: true });
  });
});
