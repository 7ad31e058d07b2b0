import { type Random, randomInteger } from "../../base/random.ts";
import { markOf } from "./marks.ts";

/** A file with one record changed. */
export interface Mutation {
  change: string;
  text: string;
  /** Stands in the changed record and nowhere else. */
  mark: string;
  record: string;
}

/** How records stand in a file: where each begins and ends, and what in one of them is its id and its wording. */
export interface RecordLayout {
  /** Found by expressions of this script's own, not by the readers. */
  records(text: string): { start: number; end: number }[];
  /** An expression with one group, the id's text; null where the format names records by place. */
  id: RegExp | null;
  /** An expression with one group, the text that the mark goes into. */
  wording: RegExp;
  /** A record is a line, or a row of CSV: what stands on several must be taken in as several. */
  each?: "lines" | "csv" | undefined;
}

type Change = (record: string, layout: RecordLayout, mark: string) => string | null;

/** Puts the mark into the record's wording. */
const marked: Change = (record, { wording }, mark) => replaceGroup(record, wording, (text) => `${text}${mark}`);

const changes = {
  /** The record, as it was but for its wording. */
  reworded: marked,
  "id empty": (record, layout, mark) =>
    layout.id && then(marked(record, layout, mark), (text) => replaceGroup(text, layout.id as RegExp, () => "")),
  "id in another case": (record, layout, mark) =>
    layout.id && then(marked(record, layout, mark), (text) => replaceGroup(text, layout.id as RegExp, otherCase)),
  "id with a blank": (record, layout, mark) =>
    layout.id &&
    then(marked(record, layout, mark), (text) => replaceGroup(text, layout.id as RegExp, (id) => ` ${id}`)),
  "id that begins with #": (record, layout, mark) =>
    layout.id &&
    then(marked(record, layout, mark), (text) => replaceGroup(text, layout.id as RegExp, (id) => `#${id}`)),
  "id as a long number": (record, layout, mark) =>
    layout.id &&
    then(marked(record, layout, mark), (text) => replaceGroup(text, layout.id as RegExp, () => "123456789010")),
  "within an element that nobody knows": (record, layout, mark) =>
    /^\s*</.test(record) ? then(marked(record, layout, mark), (text) => `<unknown>${text}</unknown>`) : null,
  "its wording given twice": (record, { wording }, mark) => {
    const member = wording.exec(record)?.[0];
    if (!member?.startsWith('"')) return null;
    return replaceGroup(
      record.replace(member, () => `${member},${member}`),
      wording,
      (text) => `${text}${mark}`,
    );
  },
  "there twice, worded otherwise": (record, layout, mark) =>
    then(marked(record, layout, mark), (text) => `${record}${separator(record)}${text}`),
  "there again under another id": (record, layout, mark) =>
    layout.id &&
    then(marked(record, layout, mark), (text) =>
      then(
        replaceGroup(text, layout.id as RegExp, (id) => `${id}9${mark}`),
        (other) => `${record}${separator(record)}${other}`,
      ),
    ),
} satisfies Record<string, Change>;

/** Where records have no ids. */
const CHANGES_WITHOUT_ID: readonly Change[] = [changes.reworded, changes["there twice, worded otherwise"]];
const NAMES = new Map<Change, string>(Object.entries(changes).map(([name, change]) => [change, name]));

/** One change to one of the records whose marks are known, both drawn; null where the change does not alter that record. */
export function mutate(
  text: string,
  layout: RecordLayout,
  { random, number, known }: { random: Random; number: number; known: ReadonlySet<string> },
): Mutation | null {
  const places = layout.records(text).filter((_, index) => known.has(markOf(index)));
  if (places.length === 0) return null;
  const { start, end } = places[randomInteger(random, places.length)] as { start: number; end: number };
  const fit = layout.id === null ? CHANGES_WITHOUT_ID : Object.values<Change>(changes);
  const change = fit[randomInteger(random, fit.length)] as Change;
  const record = text.slice(start, end);
  const mark = markOf(number);
  const changed = change(record, layout, mark);
  if (!changed || changed === record) return null;
  return {
    change: NAMES.get(change) ?? "own",
    text: text.slice(0, start) + changed + text.slice(end),
    mark,
    record: changed,
  };
}

function replaceGroup(text: string, expression: RegExp, by: (group: string) => string): string | null {
  const found = new RegExp(expression.source, `${expression.flags.replace("d", "")}d`).exec(text);
  const place = found?.indices?.[1];
  return place ? text.slice(0, place[0]) + by(text.slice(...place)) + text.slice(place[1]) : null;
}

function then(text: string | null, next: (text: string) => string | null): string | null {
  return text === null ? null : next(text);
}

function otherCase(id: string): string {
  return id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}

/** Between two records: objects of a list of JSON need a comma. */
function separator(record: string): string {
  if (/^\s*</.test(record)) return "";
  return record.endsWith("\n") ? "" : /^\s*\{/.test(record) && record.trimEnd().endsWith("}") ? "," : "\n";
}
