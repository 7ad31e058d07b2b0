import { isObject, type JsonObject } from "../../../base/json-object.ts";

/** JSON Merge Patch (RFC 7396): members are set, objects go deeper, null takes a member away. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: JsonObject = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else result[name] = isObject(value) ? mergePatch(isObject(before) ? before : {}, value) : value;
  }
  return result;
}
