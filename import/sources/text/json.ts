import { z } from "zod";
import { isNestedTooDeeply, repeatedName } from "../../../base/json-object.ts";
import { parsePlainly, plainIssues } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Problems } from "../../folder/problems.ts";
import { showable } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import { decodeFile } from "./decode-file.ts";

/** Keys and numbers from the outside in. */
type JsonPath = readonly (string | number)[];

export interface JsonDocument {
  value: unknown;
  /** `file:line` of what stands at a path of up to `DEPTH` steps; the file alone for nothing. */
  placeOf(path: JsonPath): string;
  /** About the encoding, none for plain UTF-8. */
  notes: string[];
}

/** Deeper than the records of any format here. */
const DEPTH = 5;

/**
 * A JSON file as a whole, with the lines of its records.
 * @throws UserError `corpus` with file and line.
 */
export async function readJson(file: SourceFile): Promise<JsonDocument> {
  const { text, note } = await decodeFile(file);
  const value = parse(text, file.name);
  if (isNestedTooDeeply(value)) throw refusal(file.name, 1, "nested too deeply");
  const twice = repeatedName(text);
  let lines: Map<string, number> | undefined;
  return {
    value,
    placeOf(path) {
      lines ??= linesOf(text);
      const line = lines.get(JSON.stringify(path.map(String)));
      return line === undefined ? file.name : `${file.name}:${line}`;
    },
    notes: [
      ...(note === null ? [] : [note]),
      ...(twice === null
        ? []
        : [`${file.name}: a name stands twice in one object, and its last value counts: ${showable(twice)}`]),
    ],
  };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as SyntaxError;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw refusal(
      name,
      text.slice(0, at).split("\n").length,
      showable(message.replace(/ \(line \d+ column \d+\)$/, "")),
    );
  }
}

function refusal(name: string, line: number, found: string): UserError {
  return new UserError("corpus", `${name}:${line}: not JSON: ${found}`, {
    hint: "nothing of the file was taken; export it again",
  });
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,\n]|[^\s"{}[\]:,]+/g;

/** Lines by path. The text was parsed before, so a walk over its tokens is enough. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const [keys, isList]: [string[], boolean[]] = [[], []];
  let [line, expectsKey] = [1, false];
  for (const [token] of text.matchAll(TOKENS)) {
    const last = keys.length - 1;
    if (token === "\n") line++;
    else if (token === "," && isList.at(-1)) keys[last] = String(Number(keys[last]) + 1);
    else if (token === ",") expectsKey = true;
    else if (token === "}" || token === "]") {
      keys.pop();
      isList.pop();
      expectsKey = false;
    } else if (expectsKey) {
      keys[last] = JSON.parse(token) as string;
      expectsKey = false;
    } else if (token !== ":") {
      if (keys.length <= DEPTH) lines.set(JSON.stringify(keys), line);
      if (token !== "{" && token !== "[") continue;
      isList.push(token === "[");
      keys.push("0");
      expectsKey = token === "{";
    }
  }
  return lines;
}

/** A text that some tools write as a number; "" for none. */
export const looseText = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => String(value ?? ""));

/** A record that a schema knows, null where it does not: each fault is a problem, with where it stands and what it is. */
export function checkRecord<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { place, what, problems }: { place: string; what: string; problems: Problems },
): z.output<S> | null {
  const result = parsePlainly(schema, value);
  if (result.success) return result.data;
  for (const { path, message } of plainIssues(result.error.issues))
    problems.add(showable(`${place}: ${what}: ${path.length === 0 ? "" : `${path.join(".")} `}${message}`));
  return null;
}
