import { hashOf } from "../../base/hash.ts";
import { judgementSchema } from "../domain/records.ts";
import { makeJudgeInput, renderJudgeInput } from "../judges/input.ts";
import type { JudgeCase, JudgeThresholds } from "../judges/judge.ts";
import { jsonSchemaOf } from "../judges/llm/form.ts";
import { fillThresholds, readPrompt } from "../judges/llm/prompts.ts";

/** One question for an outside judge. */
export interface Packet {
  /** Names the question: a hash of the instructions, the form and the text. Another text is another packet. */
  packet: string;
  /** What a language model would get as the user's message. */
  user: string;
}

/** What is the same for all packets of a run. */
export interface PacketForm {
  instructions: string;
  schema: Record<string, unknown>;
}

export function packetForm(thresholds: JudgeThresholds): PacketForm {
  return { instructions: fillThresholds(readPrompt("judge"), thresholds), schema: jsonSchemaOf(judgementSchema) };
}

export function makePacket(judgeCase: JudgeCase, form: PacketForm): Packet {
  const user = renderJudgeInput(makeJudgeInput(judgeCase));
  return { packet: hashOf([form, user]).slice(0, 24), user };
}
