import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScopeTask } from "../../../agent/contract/contract.ts";
import { estimateTokens } from "../../../agent/models/tokens.ts";
import { openRecorder } from "../../../base/providers/recording/record.ts";
import { onThread, withRecording } from "../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../base/providers/recording/replay.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type ProviderRequest, type Script, startProvider } from "../../loopback/provider.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

/** Small, so that 30 turns are many times as long. */
const WINDOW = 24_000;
const TURNS = 30;
/** In no record, and so in no tool's result. */
const ID = "TC-4711";

const agent = smallAgent();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-compaction-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const turns = Array.from({ length: TURNS }, (_, turn) => {
  // The first question and the latest are never summarised.
  if (turn === 1) return `Remember my favourite test, ${ID}. Which tests cover handover?`;
  return turn === TURNS - 1
    ? "Which test did I call my favourite at the start?"
    : `Which tests cover handover, case ${turn}? ${"Some background. ".repeat(500)}`;
});

interface Message {
  role: string;
  content: string | { text?: string }[] | null;
}

const NOTHING = "No supported recommendation: nothing new here.";
const messagesOf = ({ body }: ProviderRequest) => body.messages as Message[];
const textOf = ({ content }: Message) =>
  typeof content === "string" ? content : (content ?? []).map((block) => block.text ?? "").join("");
const isSummary = (request: ProviderRequest) => request.body.tools === undefined;

/** Searches in each turn, summarises without the id, and in the last turn looks for it where the summary says. */
const script: Script = (request) => {
  if (isSummary(request)) return { type: "text", text: "The person asked about handover, many times." };
  const messages = messagesOf(request);
  const last = messages.at(-1)!;
  const asked = textOf(messages.findLast((message) => message.role === "user")!);
  if (last.role === "tool") return { type: "text", text: NOTHING };
  if (!asked.includes("at the start") && messages.length % 4 > 0) return { type: "text", text: NOTHING };
  if (!asked.includes("at the start")) return call("keyword_search", { query: "handover" });
  const file = /saved to (\S+)/.exec(messages.map(textOf).join("\n"))?.[1];
  return call("artifact_grep", { text: "my favourite test", glob: file ?? "none" });
};
const call = (name: string, args: unknown) => ({ type: "calls" as const, calls: [{ id: "c", name, args }] });

function taskOn(url: string, changes: Partial<ScopeTask>): ScopeTask {
  const task = makeTask({ turns, thread: "long-thread~1", changes });
  return { ...task, model: loopbackModel(url, { contextWindow: WINDOW }) };
}

describe(`a thread of ${TURNS} turns`, () => {
  it("stays under the model's window, summarised near it, and finds an id of a former turn in the files; a replay too", async () => {
    const provider = await startProvider(script);
    const recorder = await openRecorder({ path: join(folder, "long.recording"), completed: null, secrets: [] });
    const task = taskOn(provider.url, {});
    const run = await withRecording(recorder, () =>
      onThread({ name: "long", alias: task.threadId }, () => agent.system.run(task)),
    );
    expect(run.turns.filter((turn) => turn.outcome !== "success")).toEqual([]);

    const sizes = provider.requests.map(({ body }) =>
      estimateTokens(JSON.stringify([body.messages, body.tools ?? []])),
    );
    expect(Math.max(...sizes)).toBeLessThan(WINDOW);
    const trace = await agent.system.readTrace(task);
    const said = trace.messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
    expect(said).toBeGreaterThan(2 * WINDOW);
    expect(provider.requests.filter(isSummary).length).toBeGreaterThanOrEqual(2);
    expect(trace.modelCalls).toBe(provider.requests.length);

    const [last] = trace.toolCalls.slice(-1);
    expect([last?.tool, last?.status]).toEqual(["artifact_grep", "success"]);
    expect(last?.preview).toContain(ID);
    expect(messagesOf(provider.requests.at(-2)!).map(textOf).join().includes(ID)).toBe(false);
    expect(trace.answers).toHaveLength(TURNS);
    await recorder.complete();
    await provider.close();

    const recording = await openReplay({ path: join(folder, "long.recording"), secrets: [] });
    const again = { ...task, threadId: "long-thread~2" };
    const replayed = await withRecording(recording, () =>
      onThread({ name: "long", alias: again.threadId }, () => agent.system.run(again)),
    );
    expect(recording.signal.reason).toBeUndefined();
    expect(replayed.outcome).toBe("success");
    expect((await agent.system.readTrace(again)).answers).toEqual(trace.answers);
  });
});
