import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
      const served = await agent.readTrace(service.task(assistant, await service.thread(threadId)));
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
  it("by kill -9 in mid-run: every thread is readable, a pause waits on, and the run is said to be interrupted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-assistant-"));
    const script = fileURLToPath(new URL("killed-service.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const [line] = await once(child.stdout, "data");
    const client = new Client({ apiUrl: String(line).trim(), apiKey: null, callerOptions: { maxRetries: 0 } });
    const safe = { config: { configurable: { safe_mode: true } } };
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe });
    const { thread_id: cut } = await client.threads.create();
    const { run_id } = await client.runs.create(cut, "scopebench", ASK);
    expect((await ended)[1]).toBe("SIGKILL");

    const second = await serveSmall(folder);
    const again = new Client({ apiUrl: second.url, apiKey: null });
    const { status, values } = await again.threads.get(cut);
    expect(status).toBe("idle");
    expect((values as { messages: unknown[] }).messages[0]).toMatchObject({ content: QUESTION });
    expect(await again.runs.get(cut, run_id)).toMatchObject({
      status: "interrupted",
      error: expect.stringContaining("ended"),
    });
    const go = { config: { configurable: { safe_mode: false } } };
    expect(JSON.stringify(await again.runs.wait(cut, "scopebench", { ...ASK, ...go }))).toContain("## Recommended");
    const resume = { decisions: [{ type: "approve" }] };
    const decided = await again.runs.wait(thread_id, "scopebench", { command: { resume }, ...go });
    expect(JSON.stringify(decided)).toContain("## Recommended");
    await second.close();
    await rm(folder, { recursive: true });
  });
});
