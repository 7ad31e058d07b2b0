/** Characters as bits: the ASCII ones, and one for all others. */
export type CharSet = bigint;

const OTHERS: CharSet = 1n << 128n;
export const ALL: CharSet = (1n << 129n) - 1n;

export type RegexNode =
  | { type: "set"; set: CharSet; text: string }
  /** Takes no character: `^`, `$`, `\b`. */
  | { type: "zero"; text: string }
  | { type: "look"; open: string; body: RegexNode }
  | { type: "sequence"; items: readonly RegexNode[] }
  | { type: "alternatives"; options: readonly RegexNode[] }
  | { type: "repeat"; body: RegexNode; min: number; max: number };

/** A piece of a pattern: as it was, and as it is written for both stores. */
export interface RegexPiece {
  source: string;
  written: string;
}

/** The tree of a pattern's pieces; null where its parentheses or repetitions stand for nothing. */
export function regexTree(pieces: readonly RegexPiece[], { ignoreCase }: { ignoreCase: boolean }): RegexNode | null {
  const frames: { open: string; options: RegexNode[][] }[] = [{ open: "", options: [[]] }];
  for (const { source, written } of pieces) {
    const items = frames.at(-1)!.options.at(-1)!;
    if (source.startsWith("(")) frames.push({ open: source, options: [[]] });
    else if (source === "|") frames.at(-1)!.options.push([]);
    else if (source === ")") {
      const { open, options } = frames.pop()!;
      const outer = frames.at(-1)?.options.at(-1);
      if (!outer) return null;
      outer.push(open === "(?=" || open === "(?!" ? { type: "look", open, body: joined(options) } : joined(options));
    } else if (/^(?:[*+?]|\{\d)/.test(source)) {
      const body = items.pop();
      if (!body || body.type === "zero" || body.type === "look") return null;
      items.push({ type: "repeat", body, ...boundsOf(source) });
    } else if (["^", "$", "\\b"].includes(source)) items.push({ type: "zero", text: written });
    else {
      const set = setOf(written);
      items.push({ type: "set", set: ignoreCase ? folded(set) : set, text: written });
    }
  }
  return frames.length === 1 ? joined(frames[0]!.options) : null;
}

function joined(options: readonly RegexNode[][]): RegexNode {
  const sequences = options.map((items): RegexNode => ({ type: "sequence", items }));
  return sequences.length === 1 ? sequences[0]! : { type: "alternatives", options: sequences };
}

function boundsOf(quantifier: string): { min: number; max: number } {
  const [, from, comma, to] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (from !== undefined) return { min: Number(from), max: comma ? Number(to || "Infinity") : Number(from) };
  return { min: quantifier.startsWith("+") ? 1 : 0, max: quantifier.startsWith("?") ? 1 : Number.POSITIVE_INFINITY };
}

/** Of a character, an escaped one, a dot, or a class in brackets. */
function setOf(text: string): CharSet {
  if (text === ".") return ALL;
  if (!text.startsWith("[")) return bitOf(unescaped(text));
  const negated = text.startsWith("[^");
  const signs = [...text.slice(negated ? 2 : 1, -1).matchAll(/\\?./gsu)].map(([sign]) => sign);
  let set = 0n;
  for (let at = 0; at < signs.length; at++) {
    const from = unescaped(signs[at]!);
    const to = signs[at + 1] === "-" && signs[at + 2] !== undefined ? unescaped(signs[at + 2]!) : null;
    set |= to === null ? bitOf(from) : rangeOf(from, to);
    if (to !== null) at += 2;
  }
  // A character beyond ASCII may be missing from it, which one bit cannot say.
  return negated ? (ALL & ~set) | OTHERS : set;
}

function rangeOf(from: string, to: string): CharSet {
  let set = 0n;
  for (let code = from.codePointAt(0)!; code <= Math.min(to.codePointAt(0)!, 128); code++) set |= 1n << BigInt(code);
  return to.codePointAt(0)! > 127 ? set | OTHERS : set;
}

function bitOf(sign: string): CharSet {
  return 1n << BigInt(Math.min(sign.codePointAt(0)!, 128));
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };

function unescaped(sign: string): string {
  return sign.startsWith("\\") ? (ESCAPES[sign[1]!] ?? sign.slice(1)) : sign;
}

/** With both cases of each letter; some letters beyond ASCII (the Kelvin sign) are a case of one in it. */
function folded(set: CharSet): CharSet {
  let all = set;
  for (let upper = 65; upper <= 90; upper++) {
    const both = (1n << BigInt(upper)) | (1n << BigInt(upper + 32));
    if (set & both) all |= both;
  }
  const crossing =
    rangeOf("k", "k") |
    rangeOf("s", "s") |
    rangeOf("K", "K") |
    rangeOf("S", "S") |
    rangeOf("i", "i") |
    rangeOf("I", "I");
  if (all & crossing) all |= OTHERS;
  return all & OTHERS ? all | crossing : all;
}
