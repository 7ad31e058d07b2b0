import { type Document, isMap, LineCounter, type Node, parseDocument, visit, type YAMLError } from "yaml";
import type { z } from "zod";
import { type PlainIssue, parsePlainly, plainIssues, sayIssue } from "./plain-issues.ts";
import { UserError, type UserErrorCode } from "./user-error.ts";
import { readTextFile } from "./utf8-text.ts";

/**
 * Reads a YAML file by a zod schema. Every problem of the file is reported at once, each with its line.
 * @throws UserError with `code` when the file is missing, is not UTF-8, is not YAML, or does not fit the schema.
 */
export async function readYaml<S extends z.ZodType>(
  path: string,
  schema: S,
  code: UserErrorCode,
  onEmpty?: () => void,
): Promise<z.output<S>> {
  return parseYaml(await readTextFile(path, code), { path, schema, code, onEmpty });
}

/** As `readYaml`, on a text; `path` is only named in messages. */
export function parseYaml<S extends z.ZodType>(
  text: string,
  { path, schema, code, onEmpty }: { path: string; schema: S; code: UserErrorCode; onEmpty?: (() => void) | undefined },
): z.output<S> {
  const { value, describe } = openYaml(text, { path, code });
  if (value === null || value === undefined) onEmpty?.();
  const result = parsePlainly(schema, value ?? {});
  if (result.success) return result.data;
  throw new UserError(code, `${path} does not fit its format`, {
    problems: plainIssues(result.error.issues).map(describe),
    hint: "mend the lines above; nothing was started",
  });
}

/** A YAML text as a plain value, with the means to name the line of a problem that a schema alone cannot see. */
export interface OpenYaml {
  value: unknown;
  /** `file:line: place: message`. */
  describe(issue: PlainIssue): string;
}

/** @throws UserError with `code` when the text is not YAML; every fault with its line. */
export function openYaml(text: string, { path, code }: { path: string; code: UserErrorCode }): OpenYaml {
  const lines = new LineCounter();
  const document = parse(text, { path, code, lines });
  if (document.errors.length > 0) {
    const problems = document.errors.map(
      (error) => `${path}:${lines.linePos(error.pos[0]).line}: ${sayFault(error, text)}`,
    );
    throw new UserError(code, `${path} is not valid YAML`, {
      problems: [...new Set(problems)],
      hint: "mend the lines above",
    });
  }
  refuseUnanchored(document, { path, code, lines });
  return { value: toPlain(document, { path, code }), describe: (issue) => describe(issue, { path, document, lines }) };
}

/** The reader catches some of its own. */
function sayFault({ code, message, pos }: YAMLError, text: string): string {
  if (/call stack|stack overflow/i.test(message)) return TOO_DEEP;
  if (code === "DUPLICATE_KEY") return `the key ${/^[^:\n]*/.exec(text.slice(pos[0]))![0].trim()} stands there twice`;
  if (code === "MULTIPLE_DOCS") return "a second document begins here (---); expected one";
  return message;
}

const TOO_DEEP = "it is nested too deeply";

/** Aliases whose anchor does not stand before them. */
function refuseUnanchored(
  document: Document,
  { path, code, lines }: { path: string; code: UserErrorCode; lines: LineCounter },
): void {
  const problems: string[] = [];
  const anchors = new Set<string>();
  visit(document, {
    Node: (_key, { anchor }: Node & { anchor?: string }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias: (_key, { source, range }) =>
      void (
        anchors.has(source) ||
        problems.push(`${path}:${lines.linePos(range![0]).line}: *${source} has no anchor &${source} before it`)
      ),
  });
  if (problems.length > 0)
    throw new UserError(code, `${path} is not valid YAML`, { problems, hint: "mend the lines above" });
}

/** A few lines of aliases can stand for more than any memory holds. */
function toPlain(document: Document, { path, code }: { path: string; code: UserErrorCode }): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    JSON.stringify(value); // An alias inside its own anchor makes a circle.
    return value;
  } catch (cause) {
    if (!(cause instanceof ReferenceError || cause instanceof RangeError || cause instanceof TypeError)) throw cause;
    throw new UserError(code, `${path} is not valid YAML`, {
      problems: [`its aliases (*name) do not come to a finite, small value: ${cause.message}`],
      hint: "write out what the aliases stand for",
      cause,
    });
  }
}

/** Nodes that the aliases of one file may stand for, together; the reader's default. */
const MOST_ALIASES = 100;

/** A file that a person writes, or a set of some ten thousand scenarios. */
const MOST_BYTES = 64 * 2 ** 20;

function parse(
  text: string,
  { path, code, lines }: { path: string; code: UserErrorCode; lines: LineCounter },
): Document {
  if (text.length > MOST_BYTES)
    throw new UserError(code, `${path} is larger than ${MOST_BYTES / 2 ** 20} MiB`, { hint: "split it" });
  try {
    // `<<: *name` is of YAML 1.1, and what an anchor is mostly for.
    return parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause; // The stack is used up.
    throw new UserError(code, `${path} is not valid YAML`, { problems: [TOO_DEEP], cause });
  }
}

function describe(
  issue: PlainIssue,
  { path, document, lines }: { path: string; document: Document; lines: LineCounter },
): string {
  const line = lineOf(document, issue.key === undefined ? issue.path : [...issue.path, issue.key], lines);
  return `${path}:${line}: ${sayIssue(issue)}`;
}

/** Line of the node at a path, or of its nearest ancestor that exists. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => String((item.key as { value?: unknown })?.value) === String(last));
      const range = (pair?.key as Node | undefined)?.range;
      if (range) return lines.linePos(range[0]).line;
    }
    const node = document.getIn(path.slice(0, length), true) as Node | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
