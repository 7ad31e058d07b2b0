import { analyse } from "chardet";
import { UserError } from "../../../base/user-error.ts";

export interface Decoded {
  text: string;
  /** Name of the encoding, lower case, as the Encoding Standard has it. */
  encoding: string;
  /** A sentence for the user when it is not plainly UTF-8. */
  note: string | null;
}

interface Options {
  /** Named in messages. */
  name: string;
  /** What the user says it is. */
  asked?: string;
  /** Obey an XML declaration. */
  xml?: boolean;
  /** Obey a `<meta charset>`. */
  html?: boolean;
}

/** A guess from fewer bytes outside of ASCII than this, or of less confidence (chardet's, of 100), is no guess. */
const LEAST_FOREIGN_BYTES = 8;
const LEAST_CONFIDENCE = 50;

/**
 * Bytes to text: as the user says, by byte order mark, by XML declaration, as UTF-16 where every second byte is NUL, as UTF-8 where all bytes are, else guessed.
 * A byte that the encoding lacks is an error with its line, never U+FFFD.
 * @throws UserError `corpus` naming the encoding.
 */
export function decodeText(bytes: Uint8Array, options: Options): Decoded {
  const { encoding, how } = recognise(bytes, options);
  const note = how === null ? null : `${options.name} is read as ${encoding}: ${how}`;
  return { text: decode(bytes, encoding, options.name), encoding, note };
}

/** `how` is null where there is nothing to say. */
type Recognised = { encoding: string; how: string | null };

function recognise(bytes: Uint8Array, { name, asked, xml, html }: Options): Recognised {
  if (asked) return { encoding: knownEncoding(asked, name), how: "as asked for" };
  const mark = byteOrderMark(bytes);
  if (mark) return { encoding: mark, how: mark === "utf-8" ? null : "by its first bytes" };
  const declared = xml ? declaredEncoding(bytes) : html ? declaredInPage(bytes) : null;
  if (declared !== null) return fromDeclaration(bytes, knownEncoding(declared, name), xml ? "XML" : "meta");
  const wide = wideWithoutMark(bytes);
  if (wide !== null) return { encoding: wide, how: "every second byte is NUL" };
  return isUtf8(bytes) ? { encoding: "utf-8", how: null } : guess(bytes, name);
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // XML 1.0, appendix F: `<` and `?` as two bytes each.
  if (bytes[0] === 0x3c && bytes[1] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0x3c) return "utf-16be";
  return null;
}

/** UTF-16 of mostly western letters: as UTF-8 it would be the same letters with NUL between them, and no word of it found. */
function wideWithoutMark(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 4_096);
  const nulsAt = (parity: number) =>
    head.reduce((count, byte, at) => (byte === 0 && at % 2 === parity ? count + 1 : count), 0);
  const [even, odd] = [nulsAt(0), nulsAt(1)];
  if (odd > head.length / 5 && even === 0) return "utf-16le";
  return even > head.length / 5 && odd === 0 ? "utf-16be" : null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? null;
}

function declaredInPage(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4_096));
  return /<meta\b[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] ?? null;
}

/** Some tools declare UTF-16 and write UTF-8: without two bytes a sign it cannot be true. */
function fromDeclaration(bytes: Uint8Array, encoding: string, kind: string): Recognised {
  if (encoding.startsWith("utf-16") && isUtf8(bytes))
    return { encoding: "utf-8", how: "it declares utf-16, which it is not" };
  return { encoding, how: encoding === "utf-8" ? null : `by its ${kind} declaration` };
}

function guess(bytes: Uint8Array, name: string): Recognised {
  const foreign = bytes.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
  const best = foreign < LEAST_FOREIGN_BYTES ? undefined : analyse(bytes)[0];
  if (!best || best.confidence < LEAST_CONFIDENCE) {
    if (isWestern(bytes))
      return { encoding: "windows-1252", how: "each sign outside of ASCII is a western letter among others" };
    throw new UserError(
      "corpus",
      `${name}:${lineOfFault(bytes, "utf-8")}: not UTF-8, and too little to guess the encoding from`,
      {
        hint: "save it as UTF-8, or say what it is: --encoding gbk",
      },
    );
  }
  return { encoding: knownEncoding(best.name, name), how: `guessed from its bytes, ${best.confidence} % sure` };
}

/** Fewer may as well be damage, where there is little else. */
const LEAST_WESTERN_LETTERS = 3;
const LEAST_OTHER_LETTERS = 100;
/** What one text has: with all letters of all languages Czech and Hungarian of windows-1250 would pass, too. */
const ALPHABETS = ["äöüßéèêëàâçîïôùûœñáíóúæøå", "àáéèìíîòóùú", "áâãàçéêíóôõúü"].map(
  (letters) => letters + letters.replace("ß", "").toUpperCase(),
);
const MARKS = "§°«»„“”‚‘’–—…€µ²³×ªº¿¡\u00a0";

/** Letters of a western language, alone or in pairs between those of ASCII, or words of one letter: in other scripts and encodings they come in runs, or signs stand in words. */
function isWestern(bytes: Uint8Array): boolean {
  const text = new TextDecoder("windows-1252").decode(bytes);
  const letters = [...text].filter((sign) => sign > "\u007f" && !MARKS.includes(sign)).join("");
  const isOf = (alphabet: string) => [...letters].every((letter) => alphabet.includes(letter));
  const others = text.match(/[A-Za-z]/g)?.length ?? 0;
  if (letters.length < (others < LEAST_OTHER_LETTERS ? LEAST_WESTERN_LETTERS : 1) || !ALPHABETS.some(isOf))
    return false;
  // Other code pages have letters where this one has signs; a capital in a word is the first byte of a cut sign of UTF-8.
  if (new RegExp(`[A-Za-z][${MARKS.replace(/[’–—…°\u00a0]/g, "")}][A-Za-z]|[a-z][À-Þ]`).test(text)) return false;
  const among = text.match(
    /(?<=[A-Za-z])[À-ÿœŒ]{1,2}(?![À-ÿœŒ])|(?<![À-ÿœŒ])[À-ÿœŒ]{1,2}(?=[A-Za-z])|(?<=[\s"';,(]|^)[À-ÿ](?=[\s"';,).]|$)/g,
  );
  return (among ?? []).join("").length >= 0.9 * letters.length;
}

/** @throws UserError `corpus` for a label that the Encoding Standard lacks. */
export function knownEncoding(label: string, name: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    throw new UserError("corpus", `${name}: unknown encoding ${JSON.stringify(label.slice(0, 40))}`, {
      cause,
      hint: "say what it is: --encoding followed by a label of the Encoding Standard, such as utf-8, gbk, windows-1252",
    });
  }
}

function decode(bytes: Uint8Array, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UserError("corpus", `${name}:${lineOfFault(bytes, encoding)}: not ${encoding}, as which it is read`, {
      cause,
      hint: "save it as UTF-8, or say what it is: --encoding gbk",
    });
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Line of the first byte that does not fit, by halving; for encodings that keep ASCII. */
function lineOfFault(bytes: Uint8Array, encoding: string): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // Half a sign at the end of a part is no fault: `stream` lets it wait.
    if (isGoodStart(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  return bytes.subarray(0, good).reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 1);
}

function isGoodStart(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
