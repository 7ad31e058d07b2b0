/** A run of letters, a run of digits, or one character of a script that writes no blanks. */
export interface IdAtom {
  /** Compatibility forms and letter case do not count. */
  key: string;
  from: number;
  to: number;
}

/** Scripts that write no blanks between words, for a class of characters. */
export const UNSPACED =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
/** Digits and letters of numbers; a raised or circled one is a note beside them. */
const DIGIT = "\\p{Nd}\\p{Nl}";
const ATOM = new RegExp(`[${DIGIT}]+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+`, "gu");
const ASCII = /^[\0-\x7f]*$/;
const ASCII_ATOM = /[A-Za-z]+|[0-9]+/g;
const IN_WORD = new RegExp(`(?![${UNSPACED}])[\\p{L}\\p{M}${DIGIT}_]`, "u");

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

export function atomsOf(text: string): IdAtom[] {
  if (ASCII.test(text)) return asciiAtoms(text.toLowerCase());
  return [...text.matchAll(ATOM)].map(({ 0: atom, index: from }) => ({
    key: fold(atom),
    from,
    to: from + atom.length,
  }));
}

/** As `ASCII_ATOM` finds them, without a match for each: results of tools are thousands of atoms long. */
function asciiAtoms(lower: string): IdAtom[] {
  const atoms: IdAtom[] = [];
  let from = 0;
  while (from < lower.length) {
    const kind = kindOfLower(lower.charCodeAt(from));
    let to = from + 1;
    while (to < lower.length && kindOfLower(lower.charCodeAt(to)) === kind) to++;
    if (kind !== 0) atoms.push({ key: lower.slice(from, to), from, to });
    from = to;
  }
  return atoms;
}

/** 1 for a letter, 2 for a digit, 0 for another character, of ASCII in lower case. */
export function kindOfLower(code: number): 0 | 1 | 2 {
  return code >= 97 && code <= 122 ? 1 : code >= 48 && code <= 57 ? 2 : 0;
}

/** The atoms' keys alone, which is faster. */
export function keysOf(text: string): string[] {
  return ASCII.test(text) ? (text.toLowerCase().match(ASCII_ATOM) ?? []) : atomsOf(text).map(({ key }) => key);
}

/** `STRASSE` and `straße` are alike: upper case first. */
function fold(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.normalize("NFKC").toUpperCase().toLowerCase();
}

/** What stands between atoms. */
export function gapsOf(text: string, atoms: readonly IdAtom[]): string[] {
  return atoms.slice(1).map((atom, index) => text.slice(atoms[index]!.to, atom.from));
}

/** True for a character that goes on a word which begins or ends beside it. */
export function isInWord(character: string): boolean {
  return IN_WORD.test(character);
}
