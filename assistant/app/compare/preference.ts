import type { ThreadDocument } from "../service/documents.ts";
import type { AssistantInfo } from "../service/wire.ts";

/** One of two configurations that were asked the same. */
export interface ComparedAnswer {
  assistant_id: string;
  /** `<model>__<workflow>__<knowledge>`, with levels of further factors, as a benchmark's files call it. */
  configuration: string;
  stand_in: boolean;
  thread_id: string;
}

/** Which of two answers a person prefers; kept on the first one's thread under the id of the other's. */
export interface ComparisonRecord {
  question: string;
  /** Names were hidden until the choice was made. */
  blind: boolean;
  /** In the order of their names, so that a pair has one. */
  a: ComparedAnswer;
  b: ComparedAnswer;
  left: "a" | "b";
  /** Null before it is made. */
  choice: "left" | "right" | "tie" | "both_bad" | null;
  comment: string;
}

export function answerFor(assistant: AssistantInfo, thread_id: string): ComparedAnswer {
  const { model, workflow, knowledge, levels, stand_in } = assistant.metadata;
  const configuration = [model, workflow, knowledge, ...(levels === undefined ? [] : [levels])].join("__");
  return { assistant_id: assistant.assistant_id, configuration, stand_in, thread_id };
}

/** Who stands at the left: who has stood there less often when these two met, otherwise as it is drawn. */
export function drawLeft(
  pair: Pick<ComparisonRecord, "a" | "b">,
  earlier: readonly ThreadDocument<ComparisonRecord>[],
): "a" | "b" {
  const met = earlier.filter(
    ({ value: { a, b } }) => a.assistant_id === pair.a.assistant_id && b.assistant_id === pair.b.assistant_id,
  );
  const atLeft = met.filter(({ value }) => value.left === "a").length;
  if (2 * atLeft !== met.length) return 2 * atLeft < met.length ? "a" : "b";
  return crypto.getRandomValues(new Uint8Array(1))[0]! < 128 ? "a" : "b";
}
