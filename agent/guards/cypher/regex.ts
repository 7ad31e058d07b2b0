import { linearRegex } from "./linear-regex.ts";
import { type RegexPiece, regexTree } from "./regex-tree.ts";

/**
 * A regular expression of the part that Java's (Neo4j) and PostgreSQL's (Apache AGE) share, rewritten so that it means the
 * same to both: classes by their ASCII members, a dot for any character, word boundaries by what stands on either side.
 */
export interface SharedRegex {
  /** Without flags; to be matched against the whole text. */
  pattern: string;
  /** The same for a matcher that goes back and tries again. */
  linear: string;
  ignoreCase: boolean;
}

/** @returns what is wrong with it as a text, where it leaves that part */
export function sharedRegex(source: string): SharedRegex | string {
  const [flags = "", letters = ""] = /^\(\?([a-z]+)\)/.exec(source) ?? [];
  if (/[^isu]/.test(letters)) return `the flags (?${letters})`;
  const ignoreCase = letters.includes("i");
  const pieces: RegexPiece[] = [];
  let rest = source.slice(flags.length);
  while (rest !== "") {
    const piece = PIECES.find(({ matches }) => matches.test(rest));
    if (!piece) return `"${rest.slice(0, 10)}"`;
    const [text = ""] = piece.matches.exec(rest)!;
    const written = piece.write(text);
    if (written === null) return `"${text}"`;
    pieces.push({ source: text, written });
    rest = rest.slice(text.length);
  }
  const tree = regexTree(pieces, { ignoreCase });
  if (!tree) return "parentheses or repetitions around nothing";
  const linear = linearRegex(tree);
  if ("fault" in linear) return linear.fault;
  return { pattern: pieces.map(({ written }) => written).join(""), linear: linear.pattern, ignoreCase };
}

const CLASSES: Readonly<Record<string, string>> = { d: "0-9", w: "A-Za-z0-9_", s: " \\t\\n\\r\\f\\v" };
const [BEHIND, AHEAD] = ["(?<=[A-Za-z0-9_])", "(?=[A-Za-z0-9_])"];
const [NOT_BEHIND, NOT_AHEAD] = ["(?<![A-Za-z0-9_])", "(?![A-Za-z0-9_])"];

/** In the order in which they are tried at a place. */
const PIECES: readonly { matches: RegExp; write(text: string): string | null }[] = [
  { matches: /^\\[dws]/, write: (text) => `[${CLASSES[text[1]!]}]` },
  { matches: /^\\[DWS]/, write: (text) => `[^${CLASSES[text[1]!.toLowerCase()]}]` },
  { matches: /^\\b/, write: () => `(?:${BEHIND}${NOT_AHEAD}|${NOT_BEHIND}${AHEAD})` },
  { matches: /^\\(?:[^A-Za-z0-9\s]|[nrtf])/u, write: same },
  { matches: /^\[\^?(?:\\(?:[dws]|[^A-Za-z0-9\s]|[nrtf])|[^\\[\]&~])+\]/u, write: writeSet },
  { matches: /^\((?:\?:|\?=|\?!|(?!\?))/, write: same },
  { matches: /^(?:[*+?]|\{\d{1,2}(?:,\d{0,2})?\})\??(?![*+?{])/, write: same },
  { matches: /^[^\\[\](){}*+?]/u, write: same },
  { matches: /^\)/, write: same },
];

function same(text: string): string {
  return text;
}

function writeSet(text: string): string {
  return text.replace(/\\([dws])/g, (_all, letter: string) => CLASSES[letter]!);
}
