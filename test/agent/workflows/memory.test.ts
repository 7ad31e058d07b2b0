import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Memory } from "../../../agent/contract/contract.ts";
import { compressed } from "../../../agent/workflows/middleware/memory.ts";
import { openRecorder } from "../../../base/providers/recording/record.ts";
import { onThread, withRecording } from "../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../base/providers/recording/replay.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type ProviderRequest, type Script, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const agent = smallAgent();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-memory-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

it("an old result is cut between two characters, never within one: no provider takes a half", () => {
  const limits = { memoryFullChars: 10, memoryCompressedChars: 0, memorySummaryChars: 0 };
  const result = new ToolMessage({ content: `${"x".repeat(399)}${"\u{1f525}".repeat(50)}`, tool_call_id: "c" });
  const [cut] = compressed([result, new AIMessage("so"), new HumanMessage("and then?"), new AIMessage("so")], limits);
  expect(cut!.text).toContain("more characters");
  expect(cut!.text.isWellFormed()).toBe(true);
});

const TURNS = Array.from({ length: 8 }, (_, turn) => `Which tests cover handover, case ${turn}?`);
/** A search's preview has some 4,000 characters: one stays whole, two are cut, what is older is summarised. */
const LIMITS = { memoryFullChars: 6_000, memoryCompressedChars: 8_000, memorySummaryChars: 2_000 };
const SUMMARY = "Handover was asked about.";
const isSummary = ({ body }: ProviderRequest) => body.tools === undefined;
const resultsIn = ({ body }: ProviderRequest) =>
  (body.messages as { role: string; content: string }[])
    .filter(({ role }) => role === "tool")
    .map(({ content }) => content);
const textOf = ({ body }: ProviderRequest) => JSON.stringify(body.messages);

/** A search in each turn, then an answer. */
const script: Script = ({ body }, count) => {
  if (body.tools === undefined) return { type: "text", text: SUMMARY };
  const last = (body.messages as { role: string }[]).at(-1)!;
  if (last.role === "tool") return { type: "text", text: "No supported recommendation: nothing new here." };
  return { type: "calls", calls: [{ id: `c${count}`, name: "keyword_search", args: { query: `handover ${count}` } }] };
};

/** What the model was sent, recorded; and replayed without a model. */
async function converse(memory: Memory) {
  const provider = await startProvider(script);
  const task = makeTask({ turns: TURNS, thread: `${memory}~1`, changes: { settings: { memory } } });
  const model = loopbackModel(provider.url);
  const asked = { ...task, model, limits: { ...task.limits, ...LIMITS } };
  const path = join(folder, `${memory}.recording`);
  const recorder = await openRecorder({ path, completed: null, secrets: [] });
  const run = await withRecording(recorder, () =>
    onThread({ name: memory, alias: asked.threadId }, () => agent.system.run(asked)),
  );
  await recorder.complete();
  await provider.close();
  const replay = await openReplay({ path, secrets: [] });
  const again = { ...asked, threadId: `${memory}~2` };
  const replayed = await withRecording(replay, () =>
    onThread({ name: memory, alias: again.threadId }, () => agent.system.run(again)),
  );
  const [first, second] = [await agent.system.readTrace(asked), await agent.system.readTrace(again)];
  expect([run.outcome, replayed.outcome, replay.signal.reason]).toEqual(["success", "success", undefined]);
  expect([second.answers, second.toolCalls.length]).toEqual([first.answers, TURNS.length]);
  return provider.requests;
}

describe("what the model is shown of earlier turns", () => {
  it("full: every question and every result as it was, and nothing is summarised", async () => {
    const requests = await converse("full");
    expect(requests.some(isSummary)).toBe(false);
    const last = requests.at(-1)!;
    for (const turn of nonEmpty(TURNS)) expect(textOf(last)).toContain(turn);
    expect(resultsIn(last)).toHaveLength(TURNS.length);
    expect(resultsIn(last).filter((text) => text.includes("more characters"))).toEqual([]);
  });

  it("none: the turn's own question and result alone", async () => {
    const requests = await converse("none");
    expect(requests.some(isSummary)).toBe(false);
    const last = requests.at(-1)!;
    expect(TURNS.filter((turn) => textOf(last).includes(turn))).toEqual(TURNS.slice(-1));
    expect(resultsIn(last)).toHaveLength(1);
  });

  it("tiers: the newest result in full, older ones cut, the oldest as a summary; every question stays", async () => {
    const requests = await converse("tiers");
    const summaries = requests.filter(isSummary).length;
    expect([summaries > 0, summaries < TURNS.length]).toEqual([true, true]);
    const last = requests.at(-1)!;
    expect(textOf(last)).toContain(SUMMARY);
    for (const turn of nonEmpty(TURNS)) expect(textOf(last)).toContain(turn);
    const shown = resultsIn(last);
    const cut = shown.map((text) => text.includes("more characters"));
    expect([cut.at(-1), cut[0], shown.length < TURNS.length]).toEqual([false, true, true]);
  });
});

it("a stand-in, which cannot summarise, is shown the turn alone without memory: a follow-up finds nothing to follow", async () => {
  const turns = ["Which tests cover handover?", "Only those with X2AP."];
  const answers = await Promise.all(
    (["full", "none"] as const).map(async (memory) => {
      const task = makeTask({
        turns,
        thread: `stand-in-${memory}`,
        changes: { threadName: "stand-in", settings: { memory } },
      });
      await agent.system.run(task);
      return (await agent.system.readTrace(task)).answers;
    }),
  );
  expect(answers[0]![0]).toBe(answers[1]![0]);
  expect(answers[0]![1]).not.toBe(answers[1]![1]);
});
