import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openScopeAgent } from "../../../agent/system.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Script, startProvider } from "../../loopback/provider.ts";
import { makeTask } from "../task.ts";

let substrate: Substrate;
let folder: string;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  folder = await mkdtemp(join(tmpdir(), "scopebench-asked-back-"));
});
afterAll(async () => {
  await substrate?.close();
  await rm(folder, { recursive: true, force: true });
});

const QUESTION = "Clarifying question: of which feature?";
const script: Script = ({ body }) => ({
  type: "text",
  text: JSON.stringify(body.messages).includes("You have asked back once")
    ? "No supported recommendation: no feature was named."
    : QUESTION,
});

it("a person answers the question in a later turn, also of another process, and is not asked a second time", async () => {
  const provider = await startProvider(script);
  const say = async (turn: string) => {
    const system = await openScopeAgent({ substrate, stateLocation: folder, environment: {} });
    const task = makeTask({ turns: [turn], thread: "asked-back", changes: { settings: { clarify: true } } });
    const model = loopbackModel(provider.url);
    const { outcome } = await system.run({ ...task, model });
    const { answers, contract } = await system.readTrace(task);
    await system.close();
    return { outcome, answers, ...contract };
  };
  const first = await say("Which tests matter?");
  expect(first).toMatchObject({ outcome: "success", answers: [QUESTION], askedBack: true, violations: [] });
  const second = await say("The important ones.");
  expect(second).toMatchObject({ outcome: "success", violations: ["second_question"], retries: 1 });
  expect(second.answers).toEqual([QUESTION, "No supported recommendation: no feature was named."]);
  expect(second.askedBack).toBeUndefined();
  await provider.close();
});
