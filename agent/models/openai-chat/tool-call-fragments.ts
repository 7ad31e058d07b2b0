import { isObject, type JsonObject, textOf } from "../../../db/base/json-object.ts";

/** One call of a streamed answer, as far as it has come. */
export interface ToolCallParts {
  index: number | null;
  id: string | null;
  name: string;
  /** Arguments so far. */
  text: string;
}

/**
 * Adds a fragment to the call that it belongs to. Told by the id where there is one, else by the index, else it goes on
 * with the last: Mistral sends whole calls with no index, some servers give every call index 0 and an id of its own.
 */
export function addFragment(calls: ToolCallParts[], fragment: JsonObject): void {
  const called = isObject(fragment.function) ? fragment.function : {};
  const id = textOf(fragment.id) || null;
  const index = typeof fragment.index === "number" ? fragment.index : null;
  const name = textOf(called.name);
  const call = findCall(calls, { id, index, name }) ?? startCall(calls, { id, index });
  call.name ||= name;
  call.text += isObject(called.arguments) ? JSON.stringify(called.arguments) : textOf(called.arguments);
}

type Address = Pick<ToolCallParts, "id" | "index">;

function findCall(
  calls: readonly ToolCallParts[],
  { id, index, name }: Address & { name: string },
): ToolCallParts | undefined {
  const same = calls.find((call) => id !== null && call.id === id);
  if (same) return same;
  if (id !== null && name !== "") return undefined;
  return index === null ? (name === "" ? calls.at(-1) : undefined) : calls.findLast((call) => call.index === index);
}

function startCall(calls: ToolCallParts[], address: Address): ToolCallParts {
  const call = { ...address, name: "", text: "" };
  calls.push(call);
  return call;
}
