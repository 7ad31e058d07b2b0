import { isObject, type JsonObject, objectsOf } from "../../../base/json-object.ts";

/** Parts of a candidate: a list; one part, or text, on servers other than Google's own. */
export function partsOf({ content }: JsonObject): JsonObject[] {
  if (typeof content === "string") return [{ text: content }];
  if (!isObject(content)) return [];
  return objectsOf(isObject(content.parts) ? [content.parts] : content.parts);
}
