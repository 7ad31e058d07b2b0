import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { REASONING_MEMBERS } from "./reasoning.ts";

export interface ReasoningReturn {
  /** Keeps what a model thought before its calls. `body` is the answer before it was put right. */
  remember(body: JsonObject): void;
  /** The request with that put back beside the same calls. */
  restore(body: JsonObject): JsonObject;
  /** Nothing is kept, so nothing will be put back. */
  isEmpty(): boolean;
}

/**
 * Gap of the client: what it read as reasoning it does not send back, and models that think between calls (DeepSeek, GLM)
 * refuse a conversation without it, or lose their thread. Kept by the id of the first call, and given back under the
 * name, or as the list of parts, in which it came; a server that sent none gets none.
 */
export function makeReasoningReturn(): ReasoningReturn {
  const thoughts = new Map<string, JsonObject>();
  return {
    remember(body) {
      const [choice] = objectsOf(body.choices);
      const message = isObject(choice?.message) ? choice.message : {};
      const id = firstCallId(message);
      const thought = thoughtOf(message);
      if (id !== "" && thought) thoughts.set(id, thought);
    },
    restore(body) {
      if (thoughts.size === 0 || !Array.isArray(body.messages)) return body;
      return { ...body, messages: body.messages.map((message) => withThought(message, thoughts)) };
    },
    isEmpty: () => thoughts.size === 0,
  };
}

function withThought(message: unknown, thoughts: ReadonlyMap<string, JsonObject>): unknown {
  if (!isObject(message) || message.role !== "assistant") return message;
  return { ...message, ...thoughts.get(firstCallId(message)) };
}

function firstCallId(message: JsonObject): string {
  return textOf(objectsOf(message.tool_calls)[0]?.id);
}

/** The list of parts; or the text under the first of its names, and with it the details, which hold signatures. */
function thoughtOf(message: JsonObject): JsonObject | null {
  if (objectsOf(message.content).some((part) => part.type === "thinking")) return { content: message.content };
  const name = REASONING_MEMBERS.find((candidate) => textOf(message[candidate]) !== "");
  const details = objectsOf(message.reasoning_details);
  if (!name && details.length === 0) return null;
  return { ...(name && { [name]: message[name] }), ...(details.length > 0 && { reasoning_details: details }) };
}
