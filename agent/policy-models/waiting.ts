import { type BaseMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { Strategy } from "./strategy.ts";
import type { TurnState } from "./turn-state.ts";

/** A strategy that has asked for calls. */
export interface Waiting<T> {
  state: TurnState;
  strategy: Strategy<T>;
}

interface Asked<T> extends Waiting<T> {
  messages: readonly BaseMessage[];
  basis: readonly unknown[];
}

/**
 * Strategies that wait for what their calls bring, found by the last message that they were shown, as long as the conversation lives. Each
 * goes on once, for the request that brings the same messages (a system prompt may be made anew) and nothing more than the calls and their results.
 */
export class WaitingStrategies<T> {
  readonly #asked = new WeakMap<BaseMessage, Asked<T>>();

  /** @param basis what a strategy depends on besides the messages */
  put(waiting: Waiting<T>, messages: readonly BaseMessage[], basis: readonly unknown[]): void {
    const last = messages.at(-1);
    if (last) this.#asked.set(last, { ...waiting, messages: [...messages], basis });
  }

  take(messages: readonly BaseMessage[], basis: readonly unknown[]): Waiting<T> | null {
    const answered = messages.findLastIndex((message) => !ToolMessage.isInstance(message));
    const last = messages[answered - 1];
    const asked = last && this.#asked.get(last);
    if (!asked || answered === messages.length - 1) return null;
    if (asked.messages.length !== answered || !asked.messages.every((one, at) => isSame(one, messages[at])))
      return null;
    if (asked.basis.length !== basis.length || !asked.basis.every((one, at) => one === basis[at])) return null;
    this.#asked.delete(last);
    return asked;
  }
}

function isSame(one: BaseMessage, other: BaseMessage | undefined): boolean {
  return one === other || (SystemMessage.isInstance(one) && SystemMessage.isInstance(other) && one.text === other.text);
}
