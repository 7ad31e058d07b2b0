import { type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { REASONING_MEMBERS, type ReasoningMember, reasoningText } from "./reasoning.ts";

/** Reasoning of a stream, by the form in which it came: it has to go back in the same form. */
export interface CollectedReasoning {
  texts: Partial<Record<ReasoningMember, string>>;
  details: JsonObject[];
  /** Of parts of content. */
  parts: string;
}

export function newReasoning(): CollectedReasoning {
  return { texts: {}, details: [], parts: "" };
}

/** Adds what a delta tells; takes it out of the delta's members. */
export function addReasoning(collected: CollectedReasoning, members: JsonObject, parts: string): void {
  collected.parts += parts;
  for (const name of REASONING_MEMBERS) {
    const text = Array.isArray(members[name]) ? "" : reasoningText(members[name]);
    if (text !== "") collected.texts[name] = (collected.texts[name] ?? "") + text;
    for (const detail of objectsOf(members[name])) addDetail(collected.details, detail);
    delete members[name];
  }
}

/** Fragments of one detail have one index and one type. */
function addDetail(details: JsonObject[], detail: JsonObject): void {
  const at = details.findIndex(({ index, type }) => index === (detail.index ?? 0) && type === detail.type);
  const before = details[at];
  if (!before) details.push({ index: 0, ...detail });
  else details[at] = { ...before, ...detail, ...joined(before, detail) };
}

function joined(before: JsonObject, more: JsonObject): JsonObject {
  const texts = ["text", "summary", "data"] as const;
  return Object.fromEntries(
    texts.flatMap((name) =>
      name in before || name in more ? [[name, textOf(before[name]) + textOf(more[name])]] : [],
    ),
  );
}

export function reasoningMembers({ texts, details }: CollectedReasoning): JsonObject {
  return { ...texts, ...(details.length > 0 && { reasoning_details: details }) };
}
