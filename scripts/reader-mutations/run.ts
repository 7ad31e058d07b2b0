import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeRandom, type Random, randomInteger } from "../../base/random.ts";
import { damage, markEach, marksIn } from "./damages.ts";
import { INPUTS } from "./layouts.ts";
import { MADE_INPUTS } from "./made-inputs.ts";
import { mutate, type RecordLayout } from "./mutations.ts";
import { type Reading, readAs } from "./readers.ts";

/** Each once; some read several files. */
export const READER_NAMES = [
  ...new Set([...INPUTS.map(([reader]) => reader), ...MADE_INPUTS.map(({ reader }) => reader)]),
];

export interface MutationResult {
  reader: string;
  change: string;
  number: number;
  /** Records of the changed file that were not read. */
  record: string;
  /** `told`: what was not read was said; `refused`: nothing was read, and it said why. */
  outcome: "read" | "told" | "refused" | "silent" | "crashed";
}

interface Input {
  text: string;
  layout: RecordLayout;
  /** What stands within a tag is no text. */
  isHtml: boolean;
  read(bytes: Buffer): Promise<Reading>;
  /** As it is, and with a mark in every record. */
  before: Lazy<Reading>;
  marked: Lazy<{ text: string; reading: Reading }>;
}

type Lazy<T> = () => Promise<T>;
type Result = Omit<MutationResult, "reader" | "number">;

/** Every input in turn, so that each gets as many changes: to one record, or damage to the file. */
export async function runMutations(options: {
  folder: string;
  count: number;
  seed: number;
  only?: string | undefined;
}): Promise<MutationResult[]> {
  const random = makeRandom("reader-mutations", options.seed);
  const place = await mkdtemp(join(tmpdir(), "scopebench-mutations-"));
  const results: MutationResult[] = [];
  try {
    const inputs = await openInputs(options.folder, place);
    const chosen = inputs.filter(({ reader }) => options.only === undefined || reader === options.only);
    for (let turn = 0; results.length < options.count && turn < 20 * options.count; turn++) {
      const { reader, input } = chosen[turn % chosen.length] as (typeof chosen)[number];
      const isDamaged = reader !== "table xlsx" && randomInteger(random, 2) === 1;
      const result = await (isDamaged ? damageFile(input, random) : changeRecord(input, { random, number: turn }));
      if (result) results.push({ reader, number: turn, ...result });
    }
  } finally {
    await rm(place, { recursive: true });
  }
  return results;
}

async function openInputs(folder: string, place: string): Promise<{ reader: string; input: Input }[]> {
  const files = INPUTS.map(async ([reader, path, layout]) => ({
    ...{ reader, path, layout },
    text: await readFile(join(folder, path), "utf8"),
  }));
  return [...(await Promise.all(files)), ...MADE_INPUTS].map(({ reader, path, layout, text }) => {
    const read = (bytes: Buffer) => readAs(reader, { path: join(place, basename(path)), bytes });
    const marked = async () => {
      const withMarks = markEach(text, layout);
      return { text: withMarks, reading: await read(Buffer.from(withMarks)) };
    };
    return {
      reader,
      input: {
        text,
        layout,
        isHtml: reader === "html",
        read,
        before: once(() => read(Buffer.from(text))),
        marked: once(marked),
      },
    };
  });
}

function once<T>(make: Lazy<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function changeRecord(
  { text, layout, read, before }: Input,
  options: { random: Random; number: number },
): Promise<Result | null> {
  const changed = mutate(text, layout, options);
  if (!changed) return null;
  const what = { change: changed.change, record: changed.record };
  const { said } = await before();
  return outcomeOf(what, {
    said,
    reading: () => read(Buffer.from(changed.text)),
    isRead: (found) => found.includes(changed.mark),
  });
}

/** Every mark that still stands in the file and that was read before must be read, or what is said must differ. */
async function damageFile({ read, marked, isHtml }: Input, random: Random): Promise<Result> {
  const { text, reading } = await marked();
  const { damage: change, bytes, marks } = damage(text, random);
  const known = new Set(marksIn(reading.read));
  const tags = isHtml ? marksIn((bytes.toString("latin1").match(/<[^>]*>/g) ?? []).join("")) : [];
  const left = marks.filter((mark) => known.has(mark) && !tags.includes(mark));
  const missing = new Set(left);
  const isRead = (found: string) => {
    for (const mark of left) if (found.includes(mark)) missing.delete(mark);
    return missing.size === 0;
  };
  const record = () => `${missing.size} of ${left.length}: ${[...missing].slice(0, 3)}`;
  const result = await outcomeOf({ change, record: "" }, { said: reading.said, reading: () => read(bytes), isRead });
  return { ...result, record: result.record || record() };
}

async function outcomeOf(
  what: { change: string; record: string },
  { said, reading, isRead }: { said: string; reading: Lazy<Reading>; isRead(read: string): boolean },
): Promise<Result> {
  try {
    const after = await reading();
    if (after.refused) return { ...what, outcome: "refused" };
    const outcome = isRead(after.read) ? "read" : after.said !== said ? "told" : "silent";
    return { ...what, outcome };
  } catch (error) {
    return { ...what, record: (error as Error).stack ?? String(error), outcome: "crashed" };
  }
}
