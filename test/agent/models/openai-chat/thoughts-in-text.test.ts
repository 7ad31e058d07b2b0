import { expect, it } from "vitest";
import { openAiChat } from "../../../../agent/models/openai-chat/index.ts";

it.each([
  ["<think>\nTC_1?\n</think>\n\nRun TC_2.", "\nTC_1?\n", "Run TC_2."],
  ["\n<Thinking>TC_1?</Thinking>Run TC_2.", "TC_1?", "Run TC_2."],
  ["<think></think>Run TC_2.", "", "Run TC_2."],
  // The template opened it.
  ["TC_1?\n</think>\n\nRun TC_2.", "TC_1?\n", "Run TC_2."],
  // The limit came before the answer.
  ["<think>TC_1? Or TC_2", "TC_1? Or TC_2", ""],
  ["Run TC_2.", "", "Run TC_2."],
  ["Run TC_2. <think>TC_1?</think>", "", "Run TC_2. <think>TC_1?</think>"],
  ["<b>Run</b> TC_2.", "", "<b>Run</b> TC_2."],
])("in %j the thoughts are %j and the answer is %j", (sent, reasoning, text) => {
  const body = { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: sent } }] };
  const [choice] = openAiChat.normalize(body).choices as [{ message: { content: string; reasoning_content?: string } }];
  expect([choice.message.reasoning_content ?? "", choice.message.content]).toEqual([reasoning, text]);
});

it("thoughts in front of the text are added to those that came in a member of their own", () => {
  const message = { role: "assistant", reasoning: "First. ", content: "<think>Then.</think>Run TC_2." };
  expect(openAiChat.normalize({ choices: [{ index: 0, finish_reason: "stop", message }] }).choices).toMatchObject([
    { message: { reasoning_content: "First. Then.", content: "Run TC_2." } },
  ]);
});
