/**
 * A regular expression of the part that Java's (Neo4j) and PostgreSQL's (Apache AGE) share, rewritten so that it means the
 * same to both: classes by their ASCII members, a dot for any character, word boundaries by what stands on either side.
 */
export interface SharedRegex {
  /** Without flags; to be matched against the whole text. */
  pattern: string;
  ignoreCase: boolean;
}

/** @returns what is wrong with it as a text, where it leaves that part */
export function sharedRegex(source: string): SharedRegex | string {
  const [flags = "", letters = ""] = /^\(\?([a-z]+)\)/.exec(source) ?? [];
  if (/[^isu]/.test(letters)) return `the flags (?${letters})`;
  const pieces: string[] = [];
  let rest = source.slice(flags.length);
  while (rest !== "") {
    const piece = PIECES.find(({ matches }) => matches.test(rest));
    if (!piece) return `"${rest.slice(0, 10)}"`;
    const [text = ""] = piece.matches.exec(rest)!;
    const written = piece.write(text);
    if (written === null) return `"${text}"`;
    pieces.push(written);
    rest = rest.slice(text.length);
  }
  const pattern = pieces.join("");
  return nestedRepetition(source) ?? { pattern, ignoreCase: letters.includes("i") };
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

/** `(a+)+` can take Java for ever, and a thread in Java's matcher can't be stopped. */
function nestedRepetition(source: string): string | null {
  const simple = source.replace(/\\./gsu, "x").replace(/\[[^\]]*\]/g, "x");
  const open: { repeats: boolean }[] = [{ repeats: false }];
  for (let at = 0; at < simple.length; at++) {
    const rest = simple.slice(at);
    if (rest.startsWith("(")) open.push({ repeats: false });
    else if (rest.startsWith(")")) {
      const { repeats } = open.pop() ?? { repeats: false };
      if (repeats && REPEATS.test(rest.slice(1))) return "a repetition of a group that repeats";
      if (repeats && open.length > 0) open[open.length - 1] = { repeats: true };
    } else if (REPEATS.test(rest)) open[open.length - 1] = { repeats: true };
  }
  return open.length === 1 ? null : "unbalanced parentheses";
}

const REPEATS = /^(?:[*+]|\{\d+,\d*\})/;
