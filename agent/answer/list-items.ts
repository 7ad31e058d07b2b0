import type { IdReader } from "../../base/ids/id-reader.ts";
import { leadingCodeSpan } from "./code-span.ts";

/** An item of a list that begins with an id. */
export interface ListItem {
  id: string;
  line: string;
}

/**
 * The items of a ranked list, best first, in any form in which lists are written: numbered, with bullets, rows of a table, a heading an item;
 * the id in backticks, bold, as a link or bare. All have the form of the first one and are indented no deeper: what stands beneath an item says
 * something of it. A line that begins with something else is no item. Ids are written as the corpus does, where `ids` knows them.
 */
export function listItems(lines: readonly string[], ids?: IdReader): ListItem[] {
  let first: Read | undefined;
  return lines.flatMap((line) => {
    const read = readItem(line, ids);
    if (read === undefined) return [];
    first ??= read;
    if (read.form !== first.form || read.indent > first.indent + 1) return [];
    return { id: read.id, line };
  });
}

/** The same for a list whose items may differ in form. */
export function idsOfItems(lines: readonly string[], ids?: IdReader): string[] {
  return lines.flatMap((line) => readItem(line, ids)?.id ?? []);
}

/** Whether a line is an item of a list that begins with what looks like an id. */
export function isItem(line: string): boolean {
  return readItem(line, undefined) !== undefined;
}

type Form = "number" | "bullet" | "row" | "heading";

interface Read {
  form: Form;
  indent: number;
  id: string;
}

/** Longer numbers are none of a list. */
const NUMBER = "(?:\\*\\*|__)?\\d{1,6}[.)](?:\\*\\*|__)?[ \\t]";
const FORMS: readonly { form: Form; start: RegExp }[] = [
  { form: "number", start: new RegExp(`^[ \\t]*${NUMBER}`) },
  { form: "bullet", start: /^[ \t]*[-*+•][ \t]/ },
  { form: "heading", start: new RegExp(`^#{1,6}[ \\t]+(?:${NUMBER})?`) },
];

function readItem(line: string, ids: IdReader | undefined): Read | undefined {
  const indent = /^[ \t]*/.exec(line)![0].length;
  if (line[indent] === "|") return asItem({ form: "row", indent }, rowId(line, ids));
  for (const { form, start } of FORMS) {
    const mark = start.exec(line)?.[0];
    const item = mark === undefined ? undefined : asItem({ form, indent }, leadingId(line.slice(mark.length), ids));
    if (item) return item;
  }
  return undefined;
}

function asItem(place: Omit<Read, "id">, id: string | undefined): Read | undefined {
  return id === undefined ? undefined : { ...place, id };
}

/** Of the first cell, or of the next where the first one is a number or empty. */
function rowId(line: string, ids: IdReader | undefined): string | undefined {
  const [first = "", second = ""] = line
    .slice(line.indexOf("|") + 1)
    .split("|", 2)
    .map((cell) => cell.trim());
  return leadingId(/^#?\d*[.)]?$/.test(first) ? second : first, ids);
}

/** What stands before an id and is none of it: a box to tick or a tick, what it is the id of, emphasis, the bracket of a link. */
const BEFORE =
  /^[ \t]*(?:(?:\[[ xX]\]|[✅✔☑]\ufe0f?)[ \t]+)?(?:\*\*|__|[*_[])*(?:(?:test(?:[ -]?case)?|case|id)s?\b[:#]?(?:\*\*|__)?:?[ \t]+(?:\*\*|__|[*_[])*)?/i;
/** Without a corpus, and where no backticks mark it, an id has letters, a sign and a digit behind it: `TC-12`, `spec/4.1`, and no `2FA` or `re-run`. */
const BARE = /^\p{L}[\p{L}\p{N}]*[\p{Pd}_.:/#][\p{L}\p{N}\p{Pd}_.:/#]*/u;
/** Characters within which an id at the beginning ends. */
const LONGEST = 300;

function leadingId(written: string, ids: IdReader | undefined): string | undefined {
  const text = written.slice(BEFORE.exec(written)![0].length);
  if (text.startsWith("`")) {
    const span = leadingCodeSpan(text);
    return span && ids ? ids.named(span) : span || undefined;
  }
  if (ids) {
    const [first] = ids.find(text.slice(0, LONGEST));
    return first?.at === 0 ? first.id : undefined;
  }
  const bare = BARE.exec(text)?.[0].replace(/[\p{Pd}_.:/#]+$/u, "");
  return bare !== undefined && /[\p{Pd}_.:/#].*\p{N}/u.test(bare) ? bare : undefined;
}
