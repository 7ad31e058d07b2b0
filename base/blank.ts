/** White space of any script, and what Unicode lets a reader ignore: zero-width signs, joiners, soft hyphens, marks of direction. */
const INKLESS = String.raw`[\s\p{Default_Ignorable_Code_Point}\u2800]`;
const INK = new RegExp(INKLESS.replace("[", "[^"), "u");
const INKLESS_SIGNS = new RegExp(INKLESS, "gu");
const ALL_INKLESS = new RegExp(`^${INKLESS}$`, "u");

/** What people and programs write into a cell that has no value, in any case. */
const MISSING_WORDS = ["NA", "N/A", "#N/A", "<NA>", "NaN", "null"] as const;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * What every reader of tables and lists takes for nothing: a text without ink. Control characters other than white space are
 * not blank: they are damage, and a reader says so.
 */
export function isBlank(text: string): boolean {
  return !INK.test(text);
}

/** The text without what is blank at its ends. */
export function trimBlank(text: string): string {
  const start = text.search(INK);
  if (start < 0) return "";
  let end = text.length;
  while (ALL_INKLESS.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** The text without anything blank, inside as at its ends. */
export function withoutBlanks(text: string): string {
  return text.replace(INKLESS_SIGNS, "");
}

/** True for a blank cell and for one that says in a word that there is no value. */
export function isMissing(text: string, words: readonly string[] = MISSING_WORDS): boolean {
  const said = trimBlank(text).toLowerCase();
  return said === "" || words.some((word) => word.toLowerCase() === said);
}

/** True for what somebody may have meant as a number, and `parseDecimal` refuses: `inf`, `0x10`, `1e400`, `1,234`. */
export function isNearNumber(text: string): boolean {
  return parseDecimal(text) === null && /^\s*[+-]?(?:[\d.]|inf(?:inity)?\s*$|nan\s*$)/i.test(text);
}

/**
 * The decimal number that a text holds, null for anything else: the one rule for every number that comes from outside.
 * `Number` takes a blank for 0, and reads hexadecimal and `Infinity`.
 */
export function parseDecimal(text: string): number | null {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
