import { pick, type Random, randomInteger, shuffle } from "../../base/random.ts";
import { plural } from "./names.ts";

/** Ways of asking that a template writes out. */
const WRITTEN_REGISTERS = ["formal", "terse", "colloquial", "ticket"] as const;
type WrittenRegister = (typeof WRITTEN_REGISTERS)[number];

/** All ways of asking: the last two are derived, from colloquial with typing errors and from formal with abbreviations. */
export const REGISTERS = [...WRITTEN_REGISTERS, "hasty", "abbreviated"] as const;
export type Register = (typeof REGISTERS)[number];

type Ways = Readonly<Record<WrittenRegister, string | readonly string[]>>;

/** One question in each written register, with `{slots}`; a list holds ways of saying it. */
export interface Wording extends Ways {
  /** In place of those above that suppose something that is run and verifies, where the corpus has something else (a bug report). */
  ofOthers?: Partial<Ways>;
}

const WRITTEN_AS: Record<Register, WrittenRegister> = {
  formal: "formal",
  terse: "terse",
  colloquial: "colloquial",
  ticket: "ticket",
  hasty: "colloquial",
  abbreviated: "formal",
};

/**
 * The question in a register. What fills a slot (an id, a name, a topic) is never misspelt or abbreviated.
 * @throws RangeError when the wording has a slot that nothing fills
 */
export function say(wording: Wording, { register, slots, random, noun = null }: Saying): string {
  const own = WRITTEN_AS[register];
  const ways = (noun === null ? undefined : wording.ofOthers?.[own]) ?? wording[own];
  const written = named(typeof ways === "string" ? ways : pick(random, ways), noun);
  const text =
    register === "hasty" ? misspell(written, random) : register === "abbreviated" ? abbreviate(written) : written;
  return text.replace(SLOT, (_, name: string) => {
    const filling = slots[name];
    if (filling === undefined) throw new RangeError(`nothing fills {${name}} in ${JSON.stringify(written)}`);
    return filling;
  });
}

interface Saying {
  register: Register;
  slots: Readonly<Record<string, string>>;
  random: Random;
  /** What the corpus has in the place of test cases, such as `bug report`; null where they are tests. */
  noun?: string | null;
}

/** The question about the corpus' own kind of thing. */
function named(written: string, noun: string | null): string {
  if (noun === null) return written;
  return written.replace(/(?<!\{)\btest(?: case)?s\b/g, plural(noun)).replace(/(?<!\{)\btest(?: case)?\b(?!-)/g, noun);
}

/** A wording with `[words about parts]`, or `[these|others instead]`, for an item that has parts, or for one that has none. */
export function ofParts(hasParts: boolean, wording: Wording): Wording {
  const choose = (text: string) => text.replace(/\[([^\]|]*)(?:\|([^\]]*))?\]/g, hasParts ? "$1" : "$2");
  const chosen = WRITTEN_REGISTERS.map((register) => {
    const ways = wording[register];
    return [register, typeof ways === "string" ? choose(ways) : ways.map(choose)] as const;
  });
  return Object.fromEntries(chosen) as Ways;
}

/** A question and what it asks besides, as one turn. */
export function join(question: string, also: string, register: Register): string {
  if (WRITTEN_AS[register] === "ticket") return `${question}\n${also}`;
  if (/[.?!]$/.test(question)) return `${question} ${also}`;
  return `${question}${WRITTEN_AS[register] === "terse" ? ";" : "."} ${also}`;
}

/** `count` registers in random order, each as often as the others, plus or minus one. */
export function dealRegisters(count: number, random: Random): Register[] {
  const rounds = Array.from({ length: Math.ceil(count / REGISTERS.length) }, () => shuffle(random, REGISTERS));
  return rounds.flat().slice(0, count);
}

const SLOT = /\{(\w+)\}/g;

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\btest cases\b/g, "TCs"],
  [/\btest case\b/g, "TC"],
  [/\bplease\b/gi, "pls"],
  [/\bidentifiers?\b/g, "id"],
  [/\bautomated\b/g, "autom."],
  [/\brecommend\b/g, "recomm."],
  [/\bregarding\b/g, "re."],
  [/\bwithout\b/g, "w/o"],
  [/\bwith\b/g, "w/"],
  [/\band\b/g, "&"],
  [/\bmessages?\b/g, "msg"],
  [/\bexisting\b/g, "exist."],
  [/\bchanged\b/g, "chgd"],
];

function abbreviate(text: string): string {
  const outsideSlots = (part: string) =>
    ABBREVIATIONS.reduce((result, [full, short]) => result.replace(full, short), part);
  return text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? part : outsideSlots(part)))
    .join("");
}

/** Two typing errors in words of five letters or more; the first letter stays. */
function misspell(text: string, random: Random): string {
  const words = text.split(/(\s+)/);
  const candidates = words.flatMap((word, index) => (/^[A-Za-z]{5,}[,.?]?$/.test(word) ? [index] : []));
  for (const index of shuffle(random, candidates).slice(0, 2)) words[index] = mistype(words[index] as string, random);
  return words.join("");
}

const TYPOS: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word[at] + word.slice(at),
];

function mistype(word: string, random: Random): string {
  return pick(random, TYPOS)(word, 1 + randomInteger(random, word.length - 3));
}
