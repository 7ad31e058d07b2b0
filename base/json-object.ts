/** A JSON object of unknown members: what a provider sends, before anything is known of it. */
export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; an empty list for anything else. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value of a JSON text; undefined, which no JSON is, for another text. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object of a JSON text; null for another value and for what is not JSON. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The first name that an object in a JSON text gives to two members, of which JSON.parse keeps the last; null where none does. */
export function repeatedName(json: string): string | null {
  const open: Set<string>[] = [];
  const colon = /\s*:/y;
  let text = -1; // where the text begins that is being read
  for (const { 0: sign, index } of json.matchAll(/\\.|["{}]/gs)) {
    if (sign === '"' && text === -1) text = index;
    else if (sign === '"') {
      colon.lastIndex = index + 1;
      if (colon.test(json)) {
        const name = JSON.parse(json.slice(text, index + 1)) as string;
        if (open.at(-1)?.has(name)) return name;
        open.at(-1)?.add(name);
      }
      text = -1;
    } else if (text !== -1) continue;
    else if (sign === "{") open.push(new Set());
    else if (sign === "}") open.pop();
  }
  return null;
}

/** No real record is nested as deeply; a deeper one would overflow the stack of recursive readers. */
const MOST_DEPTH = 500;

export function isNestedTooDeeply(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) return true;
    level = level.flatMap((held) => (typeof held === "object" && held !== null ? Object.values(held) : []));
  }
  return false;
}
