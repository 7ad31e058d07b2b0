import { containsId, matcherOf } from "../ids.ts";
import { type FoundId, knownIds } from "./known-ids.ts";
import { isOrdinary } from "./marks.ts";
import { plainText, withoutEscapes } from "./plain-text.ts";

/** Reads ids out of texts: the one reader of tools, answers, grounding, judges and pages. */
export interface IdReader {
  /** Each place where an id stands, in order. */
  find(text: string): readonly FoundId[];
  /** The distinct ids of a text, in order of first appearance. */
  idsIn(text: string): ReadonlySet<string>;
  /** True when the text names this id. A word or number that is an id needs no sign of it, as it is looked for. */
  holds(text: string, id: string): boolean;
  /** The same for many ids of one text, which is read once and not once an id. */
  within(text: string): (id: string) => boolean;
  /** The id that a text begins with, as the corpus writes it; the text itself where it begins with none. */
  named(text: string): string;
  /** True when the whole text is an id. */
  isId(text: string): boolean;
  /** True for an id that a record has. */
  isKnown(id: string): boolean;
  /** True for an id of a test: by its record where that is known, else by its shape, else for any. */
  isTest(id: string): boolean;
}

/** Characters of texts whose ids are remembered: many executions get the same results. */
const REMEMBERED = 20_000_000;

/** What a corpus' mapping says of its ids: their shapes, and what its kinds of records are called. */
export interface IdRules {
  idPatterns?: readonly { pattern: string; role?: string }[];
  artifactTypes?: Readonly<Record<string, unknown>>;
  /** Which of the known ids are tests'; without it the role of an id's pattern says so. */
  tests?: ReadonlySet<string> | undefined;
}

/** Ids that exist are known; those that do not are seen where they have the shape of one of the corpus. */
export function idReader(
  ids: Iterable<string>,
  { idPatterns = [], artifactTypes = {}, tests }: IdRules = {},
): IdReader {
  const all = new Set(ids);
  const known = knownIds(all, Object.keys(artifactTypes));
  const shape = idPatterns.length > 0 ? matcherOf(idPatterns) : null;
  const shapes = idPatterns.filter(({ role }) => role === "test_case").map(({ pattern }) => pattern);
  const test = new RegExp(`^(?:${shapes.join("|")})$`, "u");
  const memory = new Map<string, ReadonlySet<string>>();
  let remembered = 0;
  const find = (text: string) => {
    const found = known.find(text);
    return shape ? [...found, ...unknownIn(text, shape, found)].sort((a, b) => a.at - b.at) : found;
  };
  const idsIn = (text: string) => {
    const before = memory.get(text);
    if (before) return before;
    const found = new Set(find(text).map(({ id }) => id));
    remembered += text.length;
    if (remembered > REMEMBERED) {
      memory.clear();
      remembered = text.length;
    }
    memory.set(text, found);
    return found;
  };
  // Looking for one that is known makes a difference where it might be an ordinary word.
  const holdsUnread = (text: string, id: string) =>
    isOrdinary(withoutEscapes(id)) &&
    text.includes(id) &&
    known.find(text, new Set([id])).some((found) => found.id === id);
  const holds = (text: string, id: string) =>
    idsIn(text).has(id) || (all.has(id) ? holdsUnread(text, id) : containsId(text, id));
  const within = (text: string) => {
    const found = idsIn(text);
    let words: ReadonlySet<string> | undefined;
    const mayContain = (id: string) => {
      words ??= new Set(wordsOf(text));
      return wordsOf(id).every((word) => words!.has(word));
    };
    return (id: string) =>
      found.has(id) || (all.has(id) ? holdsUnread(text, id) : mayContain(id) && containsId(text, id));
  };
  const named = (text: string) => {
    if (all.has(text)) return text;
    // A word or number that is an id counts only where it is marked as one.
    const found = find(`\`${text}\``);
    return found[0]?.at === 1 ? found[0].id : text;
  };
  const isTest = (id: string) => (tests && all.has(id) ? tests.has(id) : shapes.length === 0 || test.test(id));
  const isId = (text: string) => all.has(text) || idsIn(text).has(text);
  return { find, idsIn, holds, within, named, isId, isKnown: (id) => all.has(id), isTest };
}

/** Whole words: an id that stands on its own in a text has no others than the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Read as known ones are: whatever stands for its characters. */
function unknownIn(written: string, shape: RegExp, known: readonly FoundId[]): FoundId[] {
  const { text: plain, written: original } = plainText(written);
  let next = 0;
  return [...plain.matchAll(shape)].flatMap(({ 0: id, index }) => {
    const { text, at } = original(index, index + id.length);
    while (next < known.length && known[next]!.at + known[next]!.text.length <= at) next++;
    return known[next] && known[next]!.at < at + text.length ? [] : { id, text, at };
  });
}
