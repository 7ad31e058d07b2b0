import { ABOUT, BESIDE, FRAGMENTS, LATER, OF_TOLD, TOLD, TOPICS, WHOLE } from "./forms-of-asking.ts";
import { withoutSlip } from "./words.ts";

/** Words of asking and of turning: a name that is not marked has none. */
const NOT_IN_A_NAME = wordsOf(
  "besides unless instead still ever last latest current currently another other same must should can could will would most least first second one two three since until while already which what and together are is was were has have had failed who whom whose how why when where whether test tests testcases i we you do does did not no never none without except but only both either nor neither or also all every each any it its they them their those these than more less list show give N ; : #",
);
const NOT_IN_A_VALUE = wordsOf(
  "besides unless instead still ever latest currently another must should can could will would most least already which what who whom whose how why whether also only but except those no not never none both either together are do does did failed or more less than test tests N ; : #",
);

/** Most words of a name that is not marked, and of a value. */
const [LONGEST_NAME, LONGEST_VALUE] = [12, 40];

/** How many words a slot takes at a place, at most. */
const SLOTS: Readonly<Record<string, (words: readonly string[], at: number) => number>> = {
  N: (words, at) => (words[at] === "N" ? 1 : 0),
  SHORT: (words, at) => (/^[a-z]{1,4}\d{1,6}$/.test(words[at] ?? "") ? 1 : 0),
  NAMES: (words, at) => run(words, at, { most: words.length, takes: (word) => word === "N" }),
  X: (words, at) => run(words, at, { most: LONGEST_NAME, takes: (word) => !NOT_IN_A_NAME.has(word) }),
  V: (words, at) => run(words, at, { most: LONGEST_VALUE, takes: (word) => !NOT_IN_A_VALUE.has(word) }),
  FREE: (words, at) => run(words, at, { most: LONGEST_VALUE, takes: (word) => word !== ";" }),
};

function run(
  words: readonly string[],
  at: number,
  { most, takes }: { most: number; takes: (word: string) => boolean },
): number {
  let length = 0;
  while (length < most && takes(words[at + length] ?? ";")) length++;
  return length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** A form, read: ways of which one stands there, each parts in a row. */
type Form = readonly (readonly FormPart[])[];
type FormPart = string | { form: Form; isOptional: boolean };

function readForm(text: string): Form {
  const signs =
    text
      .trim()
      .replace(/\n/g, " | ")
      .match(/<\w+>|[()[\]|]|[^\s()[\]|]+/g) ?? [];
  const readWays = (): Form => {
    const ways: FormPart[][] = [[]];
    for (let sign = signs.shift(); sign !== undefined && sign !== ")" && sign !== "]"; sign = signs.shift()) {
      if (sign === "|") ways.push([]);
      else ways.at(-1)?.push(sign === "(" || sign === "[" ? { form: readWays(), isOptional: sign === "[" } : sign);
    }
    return ways;
  };
  return readWays();
}

/** The forms, each read once. */
const READ = new Map<string, Form>();

function formOf(text: string): Form {
  const form = READ.get(text) ?? readForm(text);
  READ.set(text, form);
  return form;
}

/** Where a form that begins at a place of a sentence may end: found once, however many forms hold it. */
class Sentence {
  readonly #ends = new Map<Form, (ReadonlySet<number> | undefined)[]>();
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  has(...forms: readonly string[]): boolean {
    let places: ReadonlySet<number> = this.#repeated(LEAD, new Set([0]));
    for (const form of forms) places = this.#through(formOf(form), places);
    return this.#repeated(BESIDE, places).has(this.words.length);
  }

  #repeated(text: string, from: ReadonlySet<number>): ReadonlySet<number> {
    const all = new Set(from);
    for (const at of all) for (const end of this.#endsOf(formOf(text), at)) all.add(end);
    return all;
  }

  #through(form: Form, from: ReadonlySet<number>): ReadonlySet<number> {
    const ends = new Set<number>();
    for (const at of from) for (const end of this.#endsOf(form, at)) ends.add(end);
    return ends;
  }

  #endsOf(form: Form, at: number): ReadonlySet<number> {
    const known = this.#ends.get(form) ?? [];
    this.#ends.set(form, known);
    known[at] ??= new Set(form.flatMap((way) => (this.#isAnother(way[0], at) ? [] : [...this.#inRow(way, at)])));
    return known[at];
  }

  /** Most ways begin with a word, and with another one. */
  #isAnother(part: FormPart | undefined, at: number): boolean {
    return typeof part === "string" && isWord(part) && part !== this.words[at];
  }

  #inRow(parts: readonly FormPart[], at: number): ReadonlySet<number> {
    let places: ReadonlySet<number> = new Set([at]);
    for (const part of parts) {
      places = new Set([...places].flatMap((place) => [...this.#beyond(part, place)]));
      if (places.size === 0) break;
    }
    return places;
  }

  #beyond(part: FormPart, at: number): Iterable<number> {
    if (typeof part !== "string") {
      const ends = this.#endsOf(part.form, at);
      return part.isOptional ? [at, ...ends] : ends;
    }
    if (isWord(part)) return this.words[at] === part ? [at + 1] : [];
    const most = SLOTS[part]?.(this.words, at);
    if (most !== undefined) return Array.from({ length: most }, (_, index) => at + index + 1);
    return this.#endsOf(formOf(FRAGMENTS[part.slice(1, -1)] as string), at);
  }
}

/** Neither a slot nor the name of a fragment. */
function isWord(part: string): boolean {
  return !(part in SLOTS) && !/^<\w+>$/.test(part);
}

const LEAD = "hm|ah|in addition|in that case|hi|there|hello|hey|ok|okay|cool|oh|and|so|please|good morning|well";

type Kind = "beside" | "about" | "later" | "told" | "ofTold" | "asks" | "toldAndAsks";

/** What a sentence can be, by the forms that it has one behind the other. */
const KINDS: Readonly<Record<Kind, readonly (readonly string[])[]>> = {
  beside: [[BESIDE]],
  about: [[ABOUT]],
  later: [[LATER]],
  told: [[TOLD]],
  ofTold: [[OF_TOLD]],
  asks: [[WHOLE]],
  toldAndAsks: [[TOLD, "[:] [so]", OF_TOLD], [TOPICS]],
};

type State = "begun" | "open" | "later" | "told" | "asked" | "askedOfTold" | "askedOfLater";

/** What a sentence of a kind makes of what stands before it. */
const NEXT: Readonly<Record<State, Partial<Record<Kind, State>>>> = {
  begun: { beside: "begun", told: "told", asks: "asked", ofTold: "open", toldAndAsks: "askedOfTold" },
  open: { beside: "open", about: "askedOfTold" },
  later: { beside: "later", later: "askedOfLater", told: "told", asks: "asked", toldAndAsks: "askedOfTold" },
  told: { beside: "told", told: "told", ofTold: "askedOfTold" },
  asked: { beside: "asked", about: "asked" },
  askedOfTold: { beside: "askedOfTold", ofTold: "askedOfTold" },
  askedOfLater: { beside: "askedOfLater", later: "askedOfLater" },
};

interface Asked {
  /** What is marked as a name in it. */
  names: readonly string[];
  /** A patch has told what it is about. */
  isPatch: boolean;
  /** A turn before has asked. */
  isLater: boolean;
}

/** Most words of a sentence that has a form, and sentences of a question. */
const [MOST_WORDS, MOST_SENTENCES] = [150, 12];

/** True of a question each of whose sentences has a form, and of which one asks. */
export function hasForm(text: string, { names, isPatch, isLater }: Asked): boolean {
  const sentences = sentencesIn(text, names);
  if (sentences.length > MOST_SENTENCES || sentences.some(({ length }) => length > MOST_WORDS)) return false;
  let states: ReadonlySet<State> = new Set([isPatch ? "told" : isLater ? "later" : "begun"]);
  for (const words of sentences) {
    const kinds = kindsOf(words);
    states = new Set([...states].flatMap((state) => kinds.flatMap((kind) => NEXT[state][kind] ?? [])));
  }
  return (isPatch && sentences.length === 0) || [...states].some((state) => state.startsWith("asked"));
}

function kindsOf(words: readonly string[]): Kind[] {
  const sentence = new Sentence(words);
  return (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].some((forms) => sentence.has(...forms)));
}

/** Words and what they are short for. */
const ABBREVIATED = new Map([
  ["tcs", "test cases"],
  ["tc", "test case"],
  ["pls", "please"],
  ["autom.", "automated"],
  ["recomm.", "recommend"],
  ["re.", "regarding"],
  ["w/o", "without"],
  ["w/", "with"],
  ["&", "and"],
  ["msg", "message"],
  ["exist.", "existing"],
  ["chgd", "changed"],
  ["incl.", "incl"],
]);
const inFull = (word: string) => ABBREVIATED.get(word) ?? word;

/** What stands for a marked name until the words are told apart. */
const NAME = "\uE000";

/** The sentences of a text in words, without commas and brackets, slips put right. */
function sentencesIn(text: string, names: readonly string[]): string[][] {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return (
    longestFirst
      .reduce((rest, name) => rest.replaceAll(name, ` ${NAME} `), text)
      .toLowerCase()
      .replace(/["“”]/g, " ")
      // What a name is said to be is words of it, of which its record has to give account.
      .replace(/(?<=\uE000 *)\(((?!.*\b(?:which|what|only|but|except|without|unless)\b)[^()\uE000]*)\)/g, " ")
      .replace(/(?<![^\s:])(?:\(\d\)|\d[.)](?=\s))/g, " # ")
      .replace(/[,()]/g, " ")
      .replace(/(?<!\S)[\w/&]+\.?(?![^\s?])/g, (word) => ABBREVIATED.get(word) ?? word.replace(/^\S+(?=\.$)/, inFull))
      .replace(/[;:+](?!\S)/g, " $& ")
      .split(/[.?!]+(?!\S)|\n+/)
      .map((sentence) =>
        (sentence.match(/\S+/g) ?? []).map((word) => (word === NAME ? "N" : withoutSlip(word, known()))),
      )
      .filter(({ length }) => length > 0)
  );
}

let knownWords: readonly string[] | undefined;

/** The words of the forms of which a slip is told. */
function known(): readonly string[] {
  const all = [BESIDE, TOLD, OF_TOLD, WHOLE, LATER, ...Object.values(FRAGMENTS)].join(" ");
  knownWords ??= [...new Set(all.match(/(?<![<\w])[a-z']{4,}(?![>\w])/g))];
  return knownWords;
}
