import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";
import { CONTRACT_NOTE } from "../../../agent/turns/contract-note.ts";
import { traceMessages } from "../../../agent/turns/trace-messages.ts";

const SHOWN = "No supported recommendation: what the guard showed.";
const note = (type: string) => ({ additional_kwargs: { [CONTRACT_NOTE]: { type, violations: ["ungrounded_id"] } } });
const guard = () => new AIMessage({ content: SHOWN, ...note("fallback") });
const feedback = () => new HumanMessage({ content: "Give the whole answer again.", ...note("feedback") });
const asked = () => new HumanMessage("Which tests?");

const readings = (...messages: BaseMessage[]) => {
  const { answers, guarded, contract } = traceMessages(messages);
  return { answers, guarded, fallback: contract.fallback };
};

it("a turn's answer is what the system said last, and beside it what the guard put in its place", () => {
  expect(readings(asked(), new AIMessage("first"), feedback(), new AIMessage("second"), guard())).toEqual({
    answers: ["second"],
    guarded: [SHOWN],
    fallback: true,
  });
});

it("a draft that was not kept is no empty answer: nothing is said of what was replaced", () => {
  expect(readings(asked(), guard())).toEqual({ answers: [SHOWN], guarded: undefined, fallback: true });
  expect(readings(asked(), new AIMessage("first"), feedback(), guard())).toMatchObject({ guarded: undefined });
  expect(readings(asked(), new AIMessage("a"), guard(), asked(), guard())).toMatchObject({ guarded: undefined });
});

it("a draft without a word is an empty answer", () => {
  expect(readings(asked(), new AIMessage(""), guard())).toMatchObject({ answers: [""], guarded: [SHOWN] });
});
