import { isObject, type JsonObject, objectsOf } from "../../../base/json-object.ts";
import { distinct, extra, names, unknownMembers } from "../transport/extras.ts";
import { TEXT_PARTS, THINKING_PARTS } from "./content-parts.ts";
import { REASONING_MEMBERS } from "./reasoning.ts";

const BODY = names("id object created model system_fingerprint choices usage service_tier x_groq error base_resp");
const CHOICE = names(
  "index message delta finish_reason native_finish_reason stop_reason text usage token_id token_ids",
);
const MESSAGE = new Set([...names("role content refusal tool_calls function_call name id type"), ...REASONING_MEMBERS]);

/** What of a chat answer, as it came, nobody here reads: other choices, parts that are no text, citations, images, logprobs, a server's own tools and members. */
export function chatExtras(body: JsonObject): string[] {
  const choices = objectsOf(body.choices);
  const [choice = {}] = choices;
  const message = isObject(choice.message) ? choice.message : isObject(choice.delta) ? choice.delta : {};
  const parts = objectsOf(message.content).filter(
    ({ type }) => !TEXT_PARTS.has(type) && !THINKING_PARTS.has(type) && type !== "refusal",
  );
  return distinct([
    ...(choices.length > 1 ? [extra("choices", "more_than_one")] : []),
    ...parts.map(({ type }) => extra("part", type)),
    ...unknownMembers("message", message, MESSAGE),
    ...unknownMembers("choice", choice, CHOICE),
    ...unknownMembers("body", body, BODY),
  ]);
}
