import { jsonOrUndefined, repeatedName } from "../../base/json-object.ts";
import { ExternalAgentFailure } from "../contract/failures.ts";

/** Most that an agent may send for one turn, in bytes. */
export const MAX_ANSWER_BYTES = 8_000_000;

/** The answer's JSON. @throws SubjectFailure `subject_bad_json` */
export function parseJson(text: string): unknown {
  const value = jsonOrUndefined(text);
  if (value === undefined) {
    const found = text.trim() === "" ? "nothing" : JSON.stringify(text.trim().slice(0, 120));
    throw new ExternalAgentFailure("subject_bad_json", `expected one JSON object, found ${found}`);
  }
  // Of two lists the last would count, and nobody would know of the first.
  const twice = repeatedName(text);
  if (twice === null) return value;
  throw new ExternalAgentFailure(
    "subject_bad_json",
    `${JSON.stringify(twice.slice(0, 120))} stands twice in one object`,
  );
}
