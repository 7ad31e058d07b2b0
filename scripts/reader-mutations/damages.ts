import { type Random, randomInteger } from "../../base/random.ts";
import { MARK, markOf, marksIn } from "./marks.ts";
import type { RecordLayout } from "./mutations.ts";

/** A file damaged as a whole: its bytes, and the marks of the records that still stand in it. */
export interface Damage {
  damage: string;
  bytes: Buffer;
  marks: string[];
  /** The bytes are those of the packed file, not of the text in it. */
  packed?: boolean;
}

type Edit = (text: string, random: Random) => string;
type Encode = (text: string) => Buffer;

/** Damages that leave text in the encoding that it had. */
const EDITS = {
  "a line deleted": lines((all, at) => all.toSpliced(at, 1)),
  "a line twice": lines((all, at) => all.toSpliced(at, 0, all[at] as string)),
  "two lines swapped": lines((all, at, other) => all.with(at, all[other] as string).with(other, all[at] as string)),
  "lines joined": lines((all, at) => [...all.slice(0, at), `${all[at]}${all[at + 1] ?? ""}`, ...all.slice(at + 2)]),
  "the end cut off": (text, random) => text.slice(0, randomInteger(random, text.length)),
  "the beginning cut off": (text, random) => text.slice(randomInteger(random, text.length)),
  "a quotation mark more": insert('"'),
  "NUL within": insert("\0"),
  "a line separator within": insert("\u2028"),
  "an end of line within": insert("\n"),
  "an angle bracket more": insert("<"),
  "a bracket more": insert("["),
  "a brace more": insert("}"),
  "nested deeply": insert("[".repeat(20_000)),
  "elements nested deeply": insert("<a>".repeat(5_000)),
  "a number too large": replaceOne(/\d+/g, "1e400"),
  "a long number": replaceOne(/\d+/g, "99999999999999999999999"),
  "no number": replaceOne(/\d+/g, "NaN"),
  "a field less": replaceOne(/[,;\t|] *[^,;\t|\n]*/g, ""),
  "a field more": replaceOne(/[,;\t]/g, ",,\t\t"),
  "a name otherwise": replaceOne(/"\w+"(?=\s*:)/g, '"unheard_of"'),
  "an element otherwise": replaceOne(/<\w+/g, "<unheard"),
  "an attribute otherwise": replaceOne(/\s[\w:-]+(?==")/g, " unheard"),
  "a character less": replaceOne(/\S/g, ""),
} satisfies Record<string, Edit>;

/** The whole in another encoding, or with other ends of lines. */
const ENCODINGS = {
  "byte order mark": (text) => Buffer.from(`\uFEFF${text}`),
  "UTF-16, little end first": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "UTF-16, big end first": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  "UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
  "Latin-1": (text) => Buffer.from(text.replaceAll("e", "\u00E9"), "latin1"),
  "carriage returns and line feeds": (text) => Buffer.from(text.replaceAll(/\r?\n/g, "\r\n")),
  "carriage returns alone": (text) => Buffer.from(text.replaceAll(/\r?\n/g, "\r")),
} satisfies Record<string, Encode>;

const FLIPPED = "bytes flipped";
const ALL: readonly string[] = [...Object.keys(EDITS), ...Object.keys(ENCODINGS), FLIPPED, FLIPPED];

/** Puts a mark of its own into every record. */
export function markEach(text: string, layout: RecordLayout): string {
  let [marked, from] = ["", 0];
  for (const [index, { start, end }] of layout.records(text).entries()) {
    const found = new RegExp(layout.wording.source, `${layout.wording.flags}d`).exec(text.slice(start, end));
    const place = found?.indices?.[1]?.[1];
    if (place === undefined || start + place < from) continue;
    marked += `${text.slice(from, start + place)}${markOf(index)}`;
    from = start + place;
  }
  return marked + text.slice(from);
}

/**
 * One damage, drawn, to a file whose records have marks. Which are left is told by the damaged text, not by a reader; in a packed
 * file, whose bytes show none, all of them are: what it cannot unpack whole it must refuse, or tell of.
 */
export async function damage(
  text: string,
  { random, pack }: { random: Random; pack: ((text: Buffer) => Promise<Buffer>) | null },
): Promise<Damage> {
  if (pack && randomInteger(random, 3) === 0) {
    const { damage: name, bytes } = damagePacked(await pack(Buffer.from(text)), random);
    return { damage: `${name}, packed`, bytes, marks: marksIn(text), packed: true };
  }
  const name = ALL[randomInteger(random, ALL.length)] as string;
  if (name in ENCODINGS)
    return { damage: name, bytes: ENCODINGS[name as keyof typeof ENCODINGS](text), marks: marksIn(text) };
  const bytes =
    name === FLIPPED ? flip(Buffer.from(text), random) : Buffer.from(EDITS[name as keyof typeof EDITS](text, random));
  return { damage: name, bytes, marks: marksIn(bytes.toString("latin1")) };
}

function damagePacked(bytes: Buffer, random: Random): { damage: string; bytes: Buffer } {
  const at = randomInteger(random, bytes.length);
  const damages = [
    () => ({ damage: FLIPPED, bytes: flip(bytes, random) }),
    () => ({ damage: "the end cut off", bytes: bytes.subarray(0, at) }),
    () => ({ damage: "zeroes within", bytes: Buffer.from(bytes).fill(0, at, Math.min(at + 16, bytes.length)) }),
  ] as const;
  return (damages[randomInteger(random, damages.length)] as (typeof damages)[number])();
}

function flip(bytes: Buffer, random: Random): Buffer {
  for (let left = 1 + randomInteger(random, 5); left > 0; left--) {
    const at = randomInteger(random, bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << randomInteger(random, 8));
  }
  return bytes;
}

function lines(edit: (all: string[], at: number, other: number) => string[]): Edit {
  return (text, random) => {
    const all = text.split("\n");
    return edit(all, randomInteger(random, all.length), randomInteger(random, all.length)).join("\n");
  };
}

function insert(what: string): Edit {
  return (text, random) => {
    const at = randomInteger(random, text.length);
    return text.slice(0, at) + what + text.slice(at);
  };
}

/** Outside of marks: what is asked for must not be what was damaged. */
function replaceOne(expression: RegExp, by: string): Edit {
  return (text, random) => {
    const marks = [...text.matchAll(MARK)].map(({ 0: mark, index }) => [index, index + mark.length] as const);
    const places = [...text.matchAll(expression)];
    if (places.length === 0) return text;
    const { 0: found, index } = places[randomInteger(random, places.length)] as RegExpMatchArray & { index: number };
    const end = index + found.length;
    if (marks.some(([from, to]) => index < to && from < end)) return text;
    return text.slice(0, index) + by + text.slice(end);
  };
}
