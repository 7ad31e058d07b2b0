import { makeRandom, pick, type Random, shuffle } from "../../base/random.ts";
import type { Facts } from "./facts.ts";

export interface DrawnQuestion {
  id: string;
  question: string;
  /** Words in it that no record says: an answer that lists anything repeats each as not understood. */
  foreign: readonly string[];
}

const SYLLABLES = "zor vex qua plim drun skef wob traz glim nerp fost yub".split(" ");

/** Questions as people ask them, over ids, names and values that the records have and some that they have not. */
export function drawQuestions(facts: Facts, { seed, count }: { seed: number; count: number }): DrawnQuestion[] {
  const random = makeRandom("answer rounds", seed);
  const drawing = { facts, random, ...idsIn(facts) };
  const ways = Object.values(WAYS);
  return Array.from({ length: count }, (_, at) => {
    const way = ways[at % ways.length] as (typeof ways)[number];
    return { id: `q${seed}-${at}`, foreign: [], ...way(drawing) };
  });
}

interface Drawing {
  facts: Facts;
  random: Random;
  tests: readonly string[];
  items: readonly string[];
  /** Messages and protocols. */
  places: readonly string[];
  /** Records of other types. */
  others: readonly string[];
}

type Drawn = Pick<DrawnQuestion, "question"> & Partial<DrawnQuestion>;

const WAYS: Readonly<Record<string, (drawing: Drawing) => Drawn>> = {
  ofOne: (d) => ({
    question: `${pick(d.random, ["Which tests are linked to", "Tests for", "What covers"])} ${itemOf(d)}?`,
  }),
  ofPlace: (d) => ({ question: `Which tests cover ${pick(d.random, d.places)}?` }),
  ofEither: (d) => ({ question: `Tests for ${itemOf(d)} or ${itemOf(d)}` }),
  ofBoth: (d) => ({ question: `Which tests do ${itemOf(d)} and ${itemOf(d)} have in common?` }),
  without: (d) => ({ question: `Which tests are linked to ${itemOf(d)}, but not to ${itemOf(d)}?` }),
  within: (d) => ({ question: `Which tests are linked to ${itemOf(d)} or anything that it contains?` }),
  withValue: (d) => ({ question: `Which tests of ${itemOf(d)} have ${attributeOf(d)}?` }),
  ofValue: (d) => ({ question: `Which tests have ${attributeOf(d)}?` }),
  counted: (d) => ({ question: `How many test cases have ${attributeOf(d)}?` }),
  denied: (d) => ({ question: `Which tests of ${itemOf(d)} do not have ${attributeOf(d)}?` }),
  none: (d) => ({
    question: `Which tests of ${itemOf(d)} have no ${pick(d.random, ["owner", "requirement", "suite"])}?`,
  }),
  gaps: (d) => ({ question: `Which ${pick(d.random, ["backlog items", "messages", "requirements"])} have no test?` }),
  gapsOf: (d) => ({ question: `What of ${itemOf(d)} has no test?` }),
  unknownId: (d) => ({ question: `Which tests are linked to ${itemOf(d).replace(/\d(?=\D*$)/, "98765")}?` }),
  compared: (d) => ({ question: `Does ${itemOf(d)} have more tests than ${itemOf(d)}?` }),
  narrowed: (d) => withForeign(d, (words) => `Which of the tests for ${itemOf(d)} are ${words.join(" and ")}?`),
  described: (d) => withForeign(d, (words) => `Which tests of ${itemOf(d)} check the ${words.join(" ")}?`),
  topic: (d) => withForeign(d, (words) => `Which tests are about ${titleWords(d)} with ${words.join(" ")}?`),
  changed: (d) => ({ question: `We changed ${titleWords(d)} in ${itemOf(d)}. Which tests should we run?` }),
  ofOther: (d) => ({ question: `Which tests go through ${pick(d.random, d.others)}?` }),
  ofTest: (d) => ({ question: `Which requirements does ${pick(d.random, d.tests)} verify?` }),
  countOfTest: (d) => ({ question: `How many messages are linked to ${pick(d.random, d.tests)}?` }),
  pair: (d) => ({ question: `Which tests cover ${itemOf(d)} as part of ${itemOf(d)}?` }),
  prefix: (d) => ({ question: `Which tests start with ${pick(d.random, d.tests).slice(0, -2)}?` }),
  patch: (d) => ({
    question: `diff --git a/src/${titleWords(d).replace(" ", "_")}.c b/src/${titleWords(d).replace(" ", "_")}.c\n@@ -1,2 +1,2 @@\n-old\n+new\n\nwhat do I rerun?`,
  }),
  free: (d) => ({ question: `Do we have a test in which ${titleWords(d)} meets ${titleWords(d)}?` }),
  byValue: (d) => ({ question: `Which tests were touched by ${shortValueOf(d)}?` }),
  items: (d) => ({ question: `Show me the requirements with ${attributeOf(d)}.` }),
  typos: (d) => ({ question: `${titleWords(d).replaceAll(/(?<=\p{L}{2})\p{L}/gu, "")} tests` }),
  itemAndTests: (d) => ({ question: `What does ${itemOf(d)} hang under, and which tests has it got?` }),
  titled: (d) => ({ question: `Tests for "${titleWords(d)}"` }),
  gapsAndTests: (d) => ({ question: `Which tests cover ${itemOf(d)}, and what of it has no test?` }),
};

function idsIn({ names, tests }: Facts): Pick<Drawing, "tests" | "items" | "places" | "others"> {
  const of = (wanted: RegExp) => [...names].filter(([, { type }]) => wanted.test(type)).map(([id]) => id);
  const places = of(/^(?:message|protocol)$/);
  const others = of(/^other$/);
  return {
    others: others.length > 0 ? others : [...tests.keys()],
    tests: of(/^test_case$/),
    items: of(/^backlog_item$/),
    places: places.length > 0 ? places : [...tests.keys()],
  };
}

/** Mostly an item that has tests, at times one without any. */
function itemOf({ random, items, facts }: Drawing): string {
  const linked = items.filter((id) => facts.tests.has(id));
  return pick(random, random() < 0.75 && linked.length > 0 ? linked : items);
}

function attributeOf({ random, tests, facts }: Drawing): string {
  const own = [...(facts.values.get(pick(random, tests)) ?? [])].filter(([, value]) => value.length < 30);
  const [name, value] = pick(random, own.length > 0 ? own : ([["owner", "nobody"]] as const));
  return `${name.replaceAll("_", " ")} ${value}`;
}

/** Of any record: what stands in a field is not its id. */
function shortValueOf({ random, facts }: Drawing): string {
  const own = facts.values.get(pick(random, [...facts.values.keys()])) ?? new Map<string, string>();
  const short = [...own.values()].filter((value) => value.length > 2 && value.length < 30 && !value.includes('"'));
  return pick(random, short.length > 0 ? short : ["nothing"]);
}

function titleWords({ random, tests, facts }: Drawing): string {
  const words = (facts.names.get(pick(random, tests))?.name ?? "").match(/\p{L}{4,}/gu) ?? [];
  return shuffle(random, words).slice(0, 2).join(" ");
}

function withForeign({ random }: Drawing, write: (words: readonly string[]) => string): Drawn {
  const word = () => shuffle(random, SYLLABLES).slice(0, 3).join("");
  const foreign = Array.from({ length: 1 + Math.floor(random() * 2) }, word);
  return { question: write(foreign), foreign };
}
