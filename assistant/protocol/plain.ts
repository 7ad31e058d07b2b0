import { BaseMessage } from "@langchain/core/messages";

/** A state or an event as JSON of the protocol: messages flat, as its clients read them. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function replace(this: Record<string, unknown>, key: string, member: unknown) {
    // What `toJSON` has already made of a message is not what clients read.
    const held = key === "" ? member : this[key];
    return BaseMessage.isInstance(held) ? flat(held) : member;
  });
}

export function toPlain(value: unknown): unknown {
  return JSON.parse(toJson(value ?? null)) as unknown;
}

function flat(message: BaseMessage): Record<string, unknown> {
  const { type, data } = message.toDict();
  return { ...data, type };
}
