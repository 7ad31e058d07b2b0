import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readSpans } from "../../../agent/external-agents/recorded/spans.ts";
import { recordedTurns } from "../../../agent/external-agents/recorded/turns.ts";

const FOLDER = fileURLToPath(new URL("../../input/traces/", import.meta.url));

const A = "Which tests cover A?";
const found = (users: string, answer: string | null, more: object = {}) => ({
  ...{ users: [users], answer, error: null, modelCalls: 2, calls: [{ tool: "search" }] },
  ...{ usage: { input_tokens: 200, output_tokens: 20 }, ...more },
});
const ask = (answer: string) => [found(A, answer)];
const SCRIPTED = `ANSWER(${A}): TC-1, TC-2`;

/** What a right reader finds, by file. */
const EXPECTED: Record<string, object[]> = {
  "openai_agents.jsonl": ask(`ANSWER(${A}): TC-1`),
  "openai_agents_chat.jsonl": ask(`ANSWER(${A}): TC-1`),
  "openai_v2_span_only.jsonl": ask(`ANSWER(${A}): TC-1`),
  "openai_v2_event_only.jsonl": ask(`ANSWER(${A}): TC-1`),
  "openai_v2_old.jsonl": ask(SCRIPTED),
  "openinference_langgraph.jsonl": ask(SCRIPTED),
  "openinference_responses.jsonl": [found("Which tests cover C?", "ANSWER(?): TC-1, TC-2")],
  "openllmetry.jsonl": ask(SCRIPTED),
  "vercel_ai7.jsonl": ask(SCRIPTED),
  "base.jsonl": [found("QA", "ANS A")],
  "agent_failed_after_text.jsonl": [found("QA", null, { error: "boom", usage: null, calls: [] })],
  "calls_only_in_parts.jsonl": [
    found("QA", "ANS A", { calls: [{ tool: "search", arguments: { q: "QA" }, result: "TC-1" }] }),
  ],
  "parallel_agents.jsonl": [found("QA", "ANS A"), found("QB", "ANS B")],
  "same_q_twice_no_agent.jsonl": [found("QA", "FIRST"), found("QA", "SECOND")],
  split: [found("QA", "ANS A")],
  "subagent.jsonl": [found("QA", "MAIN ANSWER", { modelCalls: 3, usage: { input_tokens: 300, output_tokens: 30 } })],
  "title_after_agent_in.jsonl": [
    found("QA", "MAIN ANSWER", { modelCalls: 3, usage: { input_tokens: 205, output_tokens: 22 } }),
  ],
};

it.each(Object.entries(EXPECTED))("reads %s as the turns that it holds", async (name, turns) => {
  expect(recordedTurns(await readSpans(`${FOLDER}${name}`))).toMatchObject(turns);
});

it("names the span that has no end", async () => {
  await expect(readSpans(`${FOLDER}missing_end.jsonl`)).rejects.toMatchObject({
    problems: [expect.stringMatching(/^the span "chat" \(a300\w+, trace \w+\) has no endTimeUnixNano$/)],
  });
});

it("reads every file that there is", async () => {
  const files = (await readdir(FOLDER)).filter((name) => name !== "README.md");
  expect(files.sort()).toEqual([...Object.keys(EXPECTED), "missing_end.jsonl"].sort());
});
