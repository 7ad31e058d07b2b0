import { isObject, type JsonObject, parseObject, textOf } from "../../../base/json-object.ts";
import { calledBy } from "./tool-calls.ts";

/** One call of a streamed answer, as far as it has come. */
export interface ToolCallParts {
  index: number | null;
  id: string | null;
  name: string;
  /** Arguments so far. */
  text: string;
  /** What else a server hangs on a call and wants back (Google's thought signatures). */
  extraContent?: unknown;
}

/**
 * Adds a fragment to the call that it belongs to. Told by the id where there is one, else by the index, else it goes on
 * with the last: Mistral sends whole calls with no index, some servers give every call index 0 and an id of its own, or none.
 */
export function addFragment(calls: ToolCallParts[], fragment: JsonObject): void {
  const { name, given } = calledBy(fragment);
  const id = textOf(fragment.id) || null;
  const index = /^\d+$/.test(String(fragment.index)) ? Number(fragment.index) : null;
  const text = isObject(given) ? JSON.stringify(given) : textOf(given);
  const call = findCall(calls, { id, index, name, text }) ?? startCall(calls, { id, index });
  call.id ??= id;
  call.name = joinName(call.name, name);
  call.text += text;
  if (fragment.extra_content !== undefined) call.extraContent = fragment.extra_content;
}

type Address = Pick<ToolCallParts, "id" | "index">;

function findCall(
  calls: readonly ToolCallParts[],
  { id, index, name, text }: Address & { name: string; text: string },
): ToolCallParts | undefined {
  // Some give two calls one id: then the index tells.
  const isSame = (call: ToolCallParts) =>
    call.id === id && (index === null || call.index === null || call.index === index);
  const same = id === null ? undefined : calls.find(isSame);
  if (same) return same;
  const last = index === null ? calls.at(-1) : calls.findLast((call) => call.index === index);
  if (!last || name === "") return last;
  // A name with another id, without an index, or behind complete arguments begins a call.
  const begins =
    (id !== null && last.id !== null) || index === null || (text !== "" && parseObject(last.text) !== null);
  return begins ? undefined : last;
}

function startCall(calls: ToolCallParts[], address: Address): ToolCallParts {
  const call = { ...address, name: "", text: "" };
  calls.push(call);
  return call;
}

/** In one fragment, in each of them, in pieces, or as far as it has come. */
function joinName(before: string, more: string): string {
  if (more === "" || more === before) return before;
  return more.startsWith(before) ? more : before + more;
}
