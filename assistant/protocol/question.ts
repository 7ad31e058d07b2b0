import { type InputMessage, Refused, type RunRequest } from "./protocol.ts";

export interface AskedQuestion {
  content: string;
  /** The client's id of its message. */
  id: string | undefined;
}

/** Longest question in characters: more than any change that is pasted, less than a model's window. */
const MOST_CHARS = 100_000;
/** Of stand-ins, which read a question by many patterns, in this process. */
const MOST_CHARS_OF_STAND_IN = 20_000;

interface AskedOf {
  /** Nothing was asked on the thread before. */
  isFirst: boolean;
  isStandIn: boolean;
}

/**
 * The last message that a person wrote. Clients that keep no thread send the conversation each time: of a thread's first run what came before goes
 * with it, as a text that the agent can read, since answers that the agent did not give are not put into its mouth.
 * @throws Refused 422
 */
export function questionOf({ input }: Pick<RunRequest, "input">, { isFirst, isStandIn }: AskedOf): AskedQuestion {
  const messages = [input?.messages ?? []].flat();
  const at = messages.findLastIndex((message) => isHuman(message) && textOf(message).trim() !== "");
  const asked = messages[at];
  if (!asked) throw new Refused(422, "expected a question: input.messages with one of type `human`");
  const earlier = (isFirst ? messages.slice(0, at) : []).filter(
    (message) => textOf(message) !== "" && !isTool(message),
  );
  const before = earlier.map((message) => `${isHuman(message) ? "User" : kindOf(message)}: ${textOf(message)}`);
  const content = [...(before.length > 0 ? ["Earlier in this conversation:", ...before, ""] : []), textOf(asked)].join(
    "\n",
  );
  const most = isStandIn ? MOST_CHARS_OF_STAND_IN : MOST_CHARS;
  if (content.length > most)
    throw new Refused(413, `expected a question of at most ${most} characters, found ${content.length}`);
  return { content, id: asked.id ?? undefined };
}

function kindOf({ type, role }: InputMessage): string {
  return role ?? type ?? "";
}

function isHuman(message: InputMessage): boolean {
  return ["human", "user", "HumanMessage"].includes(kindOf(message));
}

function isTool(message: InputMessage): boolean {
  return kindOf(message) === "tool";
}

function textOf({ content }: InputMessage): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}
