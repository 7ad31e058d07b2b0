import { power } from "../../../base/power.ts";
import { ALL, type CharSet, type RegexNode } from "./regex-tree.ts";

/** Ways in which what stands between two `.*` may match at one place: each is tried. */
const MAX_WAYS = 100;
/** Characters of the longest match of what has a bound. */
const MAX_LENGTH = 1000;

class NotLinear extends Error {}

/**
 * A pattern for a matcher that goes back and tries again (Java's, which nothing interrupts), written so that its time grows with
 * the length of the text only; the same texts match. In it `.*` parts the pattern; what else repeats without a bound is a single
 * character or class that what comes next cannot begin with, so it need never give back what it took.
 * @returns what is wrong as `fault`, where that cannot be proven
 */
export function linearRegex(tree: RegexNode): { pattern: string } | { fault: string } {
  try {
    return { pattern: linearOptions(tree, { isPrefix: false }) };
  } catch (error) {
    if (error instanceof NotLinear) return { fault: error.message };
    throw error;
  }
}

function linearOptions(tree: RegexNode, how: { isPrefix: boolean }): string {
  const [only, ...others] = flat(tree);
  const options = others.length === 0 && only?.type === "alternatives" ? only.options : [tree];
  if (options.length === 1) return linearSegments(flat(options[0]!), how);
  return `(?:${options.map((option) => linearOptions(option, how)).join("|")})`;
}

/** The items of a sequence and of the plain groups in it. */
function flat(node: RegexNode): RegexNode[] {
  return node.type === "sequence" ? node.items.flatMap(flat) : [node];
}

function linearSegments(items: readonly RegexNode[], { isPrefix }: { isPrefix: boolean }): string {
  // Looks at what is ahead of the start are made once.
  const start = items.findIndex((item) => item.type !== "look" && !(item.type === "zero" && item.text === "^"));
  const looks = start < 0 ? items : items.slice(0, start);
  const ahead = looks.map((look) =>
    look.type === "look" ? `${look.open}${linearOptions(look.body, { isPrefix: true })})` : "",
  );
  const parts = segmentsOf(items.slice(looks.length));
  if (isPrefix) parts.push([]);
  const last = parts.length - 1;
  const segments = parts.map((part, at) => shortened(part, { after: at > 0, before: at < last }));
  for (const [at, segment] of segments.entries()) prove(segment, { at, last });
  return (
    ahead.join("") +
    segments.map((segment, at) => written(segment, { at, last, isOpen: segments[last]!.length === 0 })).join("")
  );
}

function segmentsOf(items: readonly RegexNode[]): RegexNode[][] {
  const segments: RegexNode[][] = [[]];
  for (const item of items) {
    const endless = endlessSet(item);
    if (endless?.set !== ALL) segments.at(-1)!.push(item);
    else {
      segments.at(-1)!.push(...endless.least);
      segments.push([]);
    }
  }
  return segments;
}

/** A character or class that repeats without a bound. */
function endlessSet(node: RegexNode): { set: CharSet; least: RegexNode[] } | null {
  if (node.type !== "repeat" || node.max !== Number.POSITIVE_INFINITY || node.body.type !== "set") return null;
  return { set: node.body.set, least: Array<RegexNode>(node.min).fill(node.body) };
}

/** Beside `.*`, `a+` says no more than `a`. */
function shortened(segment: readonly RegexNode[], { after, before }: { after: boolean; before: boolean }): RegexNode[] {
  const least = (node: RegexNode): RegexNode[] => endlessSet(node)?.least ?? [node];
  return segment.flatMap((node, at) =>
    (after && at === 0) || (before && at === segment.length - 1) ? least(node) : [node],
  );
}

function prove(segment: readonly RegexNode[], { at, last }: { at: number; last: number }): void {
  const whole: RegexNode = { type: "sequence", items: segment };
  proveEndless(whole, { follow: at === last ? 0n : ALL, starts: at === 0 ? 0n : firstOf(whole).set });
  if (waysOf(whole) > MAX_WAYS) throw new NotLinear("a pattern with so many ways to match (optional parts in a row)");
  if (longestOf(whole) > MAX_LENGTH) throw new NotLinear(`repetitions of more than ${MAX_LENGTH} characters`);
}

interface Around {
  /** What may come after. */
  follow: CharSet;
  /** What a search from each place begins with: a repetition of it would be gone over from each. */
  starts: CharSet;
}

function proveEndless(node: RegexNode, around: Around): void {
  if (node.type === "alternatives") for (const option of node.options) proveEndless(option, around);
  if (node.type === "look") proveEndless(node.body, { ...around, follow: ALL });
  if (node.type === "sequence") {
    for (const [at, item] of node.items.entries()) {
      const rest = firstOf({ type: "sequence", items: node.items.slice(at + 1) });
      const atBoundary = isEndlessWord(item) && isBoundary(node.items[at + 1]);
      proveEndless(item, { ...around, follow: atBoundary ? 0n : rest.set | (rest.isEmpty ? around.follow : 0n) });
    }
  }
  if (node.type !== "repeat") return;
  const endless = endlessSet(node);
  if (endless && endless.set & (around.follow | around.starts))
    throw new NotLinear("a repetition without a bound beside what it matches as well");
  if (endless) return;
  if (node.max === Number.POSITIVE_INFINITY) throw new NotLinear("a group that repeats without a bound");
  proveEndless(node.body, { ...around, follow: around.follow | firstOf(node.body).set });
}

/** One or more of `\w`: before a word's end it stops at no other place. */
function isEndlessWord(node: RegexNode): boolean {
  const endless = endlessSet(node);
  return endless !== null && endless.least.length > 0 && (endless.set & ~WORD) === 0n;
}

const WORD: CharSet = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"].reduce(
  (set, sign) => set | (1n << BigInt(sign.charCodeAt(0))),
  0n,
);

function isBoundary(node: RegexNode | undefined): boolean {
  return node?.type === "zero" && node.text.startsWith("(?:");
}

/** What a match may begin with, and whether it may be empty. */
function firstOf(node: RegexNode): { set: CharSet; isEmpty: boolean } {
  if (node.type === "set") return { set: node.set, isEmpty: false };
  if (node.type === "zero" || node.type === "look") return { set: 0n, isEmpty: true };
  if (node.type === "repeat") {
    const { set, isEmpty } = firstOf(node.body);
    return { set, isEmpty: isEmpty || node.min === 0 };
  }
  if (node.type === "alternatives") {
    const all = node.options.map(firstOf);
    return { set: all.reduce((set, one) => set | one.set, 0n), isEmpty: all.some((one) => one.isEmpty) };
  }
  let set = 0n;
  for (const item of node.items) {
    const first = firstOf(item);
    set |= first.set;
    if (!first.isEmpty) return { set, isEmpty: false };
  }
  return { set, isEmpty: true };
}

function waysOf(node: RegexNode): number {
  if (node.type === "set" || node.type === "zero") return 1;
  if (node.type === "look") return waysOf(node.body);
  if (node.type === "sequence") return node.items.reduce((product, item) => product * waysOf(item), 1);
  if (node.type === "alternatives") return node.options.reduce((sum, option) => sum + waysOf(option), 0);
  if (endlessSet(node)) return 1;
  const ways = waysOf(node.body);
  if (ways === 1) return node.max - node.min + 1;
  let sum = 0;
  for (let count = node.min; count <= node.max; count++) sum += power(ways, count);
  return sum;
}

function longestOf(node: RegexNode): number {
  if (node.type === "set") return 1;
  if (node.type === "zero") return 0;
  if (node.type === "look") return longestOf(node.body);
  if (node.type === "sequence") return node.items.reduce((sum, item) => sum + longestOf(item), 0);
  if (node.type === "alternatives") return node.options.reduce((most, option) => Math.max(most, longestOf(option)), 0);
  return (endlessSet(node) ? 1 + node.min : node.max) * longestOf(node.body);
}

/** `isOpen`: nothing has to come at the end. */
function written(segment: readonly RegexNode[], where: { at: number; last: number; isOpen: boolean }): string {
  const { at, last, isOpen } = where;
  const text = segment.map(textOf).join("");
  if (at === 0) return text;
  if (at === last) return `.*${text}`;
  if (isOpen && at === last - 1) return `.*?${text}`;
  // The first place where it matches is as good as any other, since all that can follow it can follow there.
  const whole: RegexNode = { type: "sequence", items: segment };
  if (fixedLength(whole) === null && !endsFirst(whole))
    throw new NotLinear("two parts of different lengths after .*, of which one may lie in the other,");
  return `(?>.*?${text})`;
}

function textOf(node: RegexNode): string {
  if (node.type === "set" || node.type === "zero") return node.text;
  if (node.type === "look") return `${node.open}${textOf(node.body)})`;
  if (node.type === "sequence") return node.items.map(textOf).join("");
  if (node.type === "alternatives") return `(?:${node.options.map(textOf).join("|")})`;
  const { body, min, max } = node;
  const inner = body.type === "set" ? body.text : `(?:${textOf(body)})`;
  return endlessSet(node) ? `${inner}{${min},}+` : `${inner}{${min},${max}}`;
}

/** Null where matches differ in length. */
function fixedLength(node: RegexNode): number | null {
  if (node.type === "set") return 1;
  if (node.type === "zero" || node.type === "look") return 0;
  const inner = node.type === "repeat" ? [node.body] : node.type === "sequence" ? node.items : node.options;
  const lengths = inner.map(fixedLength);
  if (lengths.includes(null)) return null;
  if (node.type === "repeat") return node.min === node.max ? node.min * lengths[0]! : null;
  if (node.type === "sequence") return lengths.reduce<number>((sum, length) => sum + length!, 0);
  return lengths.every((length) => length === lengths[0]) ? (lengths[0] ?? 0) : null;
}

/** True of words of which none lies in another except at its end: the one that begins first ends first. */
function endsFirst(node: RegexNode): boolean {
  const words = wordsOf(node);
  return words?.every((word) => words.every((other) => word === other || !liesBeforeEnd(word, other))) ?? false;
}

type Word = readonly CharSet[];

function liesBeforeEnd(word: Word, other: Word): boolean {
  for (let at = 0; at + word.length < other.length; at++)
    if (word.every((set, offset) => set & other[at + offset]!)) return true;
  return false;
}

/** The texts that match, by the sets of their characters; null for more than a list of words. */
function wordsOf(node: RegexNode): Word[] | null {
  if (node.type === "set") return [[node.set]];
  if (node.type === "repeat" || node.type === "look" || node.type === "zero") return null;
  const inner = (node.type === "sequence" ? node.items : node.options).map(wordsOf);
  if (inner.some((words) => words === null)) return null;
  if (node.type === "alternatives") return inner.flatMap((words) => words!);
  return inner.reduce<Word[]>((all, words) => all.flatMap((start) => words!.map((end) => [...start, ...end])), [[]]);
}
