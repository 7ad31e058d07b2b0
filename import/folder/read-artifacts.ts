import { z } from "zod";
import { isBlank } from "../../base/blank.ts";
import { countOf } from "../../base/counts.ts";
import { isNestedTooDeeply, repeatedName } from "../../base/json-object.ts";
import { type PlainIssue, parsePlainly, plainIssues } from "../../base/plain-issues.ts";
import type { Artifact } from "../../db/ports/corpus.ts";
import type { RedactionCounter } from "../redaction/counts.ts";
import { type ArtifactPlace, FileArtifacts } from "./file-artifacts.ts";
import type { Problems } from "./problems.ts";
import { quote, showable } from "./quote.ts";
import { isStorable, makeStorable } from "./storable.ts";
import { readUtf8Lines } from "./utf8-lines.ts";

/** An index entry of PostgreSQL holds 2,704 bytes, and some hold two ids; nobody calls anything by more. */
const LONGEST_ID_BYTES = 1000;

/** What is wrong with an id, null for nothing. */
export function idFault(id: string): string | null {
  if (isBlank(id)) return "is empty";
  if (id !== id.trim() || /[\r\n]/.test(id)) return "has a space at an end, or a line break";
  // In an answer it could not be told from a full stop.
  if (/^[\p{P}\s]+$/u.test(id)) return "is punctuation alone";
  if (!isStorable(id)) return "has a NUL character or half of a surrogate pair";
  return Buffer.byteLength(id) > LONGEST_ID_BYTES ? `is longer than ${LONGEST_ID_BYTES} bytes` : null;
}

/** Several books have this many characters. Longer texts are no test case: an attachment as text, a table in one cell. */
const LONGEST_TEXT = 12 * 2 ** 20;

/** What is wrong with the length of an artifact's texts, null for nothing. */
export function lengthFault(artifact: Pick<Artifact, "title" | "text" | "meta">): string | null {
  const fields = Object.entries({ title: artifact.title, text: artifact.text, meta: JSON.stringify(artifact.meta) });
  const long = fields.find(([, value]) => value.length > LONGEST_TEXT);
  return long ? `${long[0]} has ${long[1].length} characters, more than ${LONGEST_TEXT}` : null;
}

const artifactSchema = z.strictObject({
  id: z.string().superRefine((id, context) => {
    const fault = idFault(id);
    if (fault !== null) context.addIssue({ code: "custom", message: `the id ${fault}` });
  }),
  type: z.string().min(1).refine(isStorable, "a type has no NUL character and no half of a surrogate pair"),
  title: z.string(),
  text: z.string(),
  meta: z.record(z.string(), z.unknown()).default({}),
});

export interface ReadArtifacts {
  artifacts: FileArtifacts;
  /** Line of each id, of faulty artifacts too, so that links to them are not reported as well. */
  lineOf: Map<string, number>;
  notes: string[];
}

/** Checks `artifacts.jsonl` line by line; each faulty line is a problem and is left out. Texts are read when they are asked for. */
export async function readArtifacts(
  path: string,
  { problems, redaction = null }: { problems: Problems; redaction?: RedactionCounter | null },
): Promise<ReadArtifacts> {
  const places: ArtifactPlace[] = [];
  const types = new Map<string, string>();
  const lineOf = new Map<string, number>();
  let mended = 0;
  for await (const { number, text, at, bytes } of readUtf8Lines(path)) {
    if (text?.trim() === "") continue;
    const report = (problem: string) => problems.add(`artifacts.jsonl:${number}: ${problem}`);
    const value = redaction
      ? redaction.record(parseJson(text, (why) => report(unquoted(why))))
      : parseJson(text, report);
    const id = idOf(value);
    const first = lineOf.get(id ?? "");
    if (first !== undefined) report(`id ${quote(id as string)} is taken by line ${first}`);
    else if (id !== null) lineOf.set(id, number);
    const artifact = value === undefined ? null : parseArtifact(value, report);
    if (!artifact || first !== undefined) continue;
    if (makeStorable(artifact, text as string) !== artifact) mended++;
    // One text for all artifacts of a type.
    const type = types.get(artifact.type) ?? artifact.type;
    types.set(type, type);
    places.push({ id: artifact.id, type, at, length: bytes });
  }
  const notes =
    mended > 0
      ? [
          `${countOf(mended, "artifact holds", "artifacts hold")} NUL characters or halves of surrogate pairs, which no database stores: replaced by U+FFFD`,
        ]
      : [];
  return { artifacts: new FileArtifacts(path, places, redaction), lineOf, notes };
}

/** What is no JSON is not known to be free of personal data, not even in parts. */
export function unquoted(fault: string): string {
  return fault.replace(/:.*/s, "");
}

/** Undefined, and reported, when the line is no JSON. */
function parseJson(text: string | null, report: (problem: string) => void): unknown {
  if (text === null) return void report("not UTF-8, or NUL characters in it: save the file in that encoding");
  try {
    const value: unknown = JSON.parse(text);
    if (isNestedTooDeeply(value)) return void report("nested too deeply");
    const twice = repeatedName(text);
    return twice === null ? value : void report(`${quote(twice)} is given twice`);
  } catch (error) {
    return void report(`not JSON: ${showable((error as SyntaxError).message)}`);
  }
}

function idOf(value: unknown): string | null {
  const id = value !== null && typeof value === "object" && "id" in value ? value.id : null;
  return typeof id === "string" ? id : null;
}

function parseArtifact(value: unknown, report: (problem: string) => void): Artifact | null {
  const result = parsePlainly(artifactSchema, value);
  const faults = result.success
    ? [lengthFault(result.data) ?? []].flat()
    : plainIssues(result.error.issues).map(sayIssue);
  for (const fault of faults) report(fault);
  return result.success && faults.length === 0 ? result.data : null;
}

function sayIssue(issue: PlainIssue): string {
  const name = issue.path.join(".");
  if (issue.message.startsWith("is missing"))
    return `${quote(name)} is missing; a line is {"id", "type", "title", "text", "meta"}`;
  return showable(name === "" ? issue.message : `${quote(name)}: ${issue.message}`);
}
