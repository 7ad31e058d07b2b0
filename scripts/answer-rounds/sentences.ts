import { findPhrase, fold } from "../../base/fold.ts";
import { type Facts, testsOf, withAllBelow } from "./facts.ts";
import { conditionsIn, eachIsFalse, fulfils, idsIn, linkedItems, linkedTo, ofNoun, setsIn } from "./subjects.ts";

/** What a sentence stands in. */
export interface Said {
  question: string;
  /** Ids of the list below it, in order. */
  listed: readonly string[];
  facts: Facts;
}

export interface Sentence {
  /** How it reads, whole: a group for each thing that it claims. */
  says: RegExp;
  /** What of the records makes it false; nothing where it claims nothing of them. */
  fails?: (parts: readonly string[], said: Said) => boolean;
}

const END = String.raw`\.(?=\s|$)`;
const LINKED = "linked directly to";
const [IS, HAS] = ["(?:is|are)", "ha(?:s|ve)"];

function sentence(pattern: string, fails?: Sentence["fails"]): Sentence {
  return { says: new RegExp(`^${pattern}${END}`, "iu"), ...(fails && { fails }) };
}

/**
 * Every sentence that a stand-in says, and what would make it false, by queries of other code than its own. One that reads like none of these is
 * reported: who adds a sentence says here what holds it.
 */
export const SENTENCES: readonly Sentence[] = [
  ...ofRefusals(),
  ...ofLinks(),
  ...ofValues(),
  ...ofGaps(),
  ...ofSearches(),
  ...ofRecords(),
];

function ofRefusals(): Sentence[] {
  const quotesOther = ([list = ""]: readonly string[], { question }: Said) =>
    quotesIn(list).some((text) => !squeezed(question).includes(squeezed(text)));
  const isRecord = ([list = ""]: readonly string[], { facts }: Said) =>
    quotesIn(list).some((name) => facts.names.has(name) || [...facts.names.values()].some((one) => one.name === name));
  return [
    sentence("This is a stand-in that goes by rules, not a language model"),
    sentence(
      'It takes questions such as "Which test cases are linked to <id>\\?" and "Which backlog items have no test case\\?"',
    ),
    sentence("A language model for others is configured under `models:` in bench.yaml"),
    sentence(
      "not understood: how (.+?) and (.+?) belong together, as no chain of up to 4 links of containment from the first to the second was found",
      ([part = "", whole = ""], { facts }) => {
        const [[one], [other]] = [idsIn(part, facts), idsIn(whole, facts)];
        return one !== undefined && other !== undefined && withAllBelow(facts, other.id).has(one.id);
      },
    ),
    sentence("Whether test cases are linked to both was not looked at and is not known"),
    sentence("not understood: the question as a whole, as no rule answers one in this form; nothing was searched for"),
    sentence('which is meant is not known: (".+?" could be .+?)', quotesOther),
    sentence("An id says it"),
    sentence("not understood(?:, and not answered)?: (.+?)", quotesOther),
    sentence('Not (?:answered|taken into account): (".+?)', quotesOther),
    sentence("Not taken into account: what the patch changes"),
    sentence(
      "no record with the id or title (.+?) came up in any look-up or search that was made; what else the records say of (?:it|them) is not known",
      isRecord,
    ),
    sentence(
      "nothing was found by looking (.+?) up by path, folder and name as an id(?:, and what a patch does is not read)?",
      isRecord,
    ),
    sentence(
      "nothing was left of what was looked up and searched for; whether the records have it under other words is not known",
    ),
    sentence("what has no test case was not counted, since no tool that counts was open here; it is not known"),
    sentence("the test cases could not be counted, so what has none is not known"),
    sentence("test cases were not asked for"),
    sentence("What is listed goes by the description of the change alone"),
  ];
}

function ofLinks(): Sentence[] {
  return [
    sentence(
      String.raw`(\d+) test cases? ${IS} ${LINKED} ((?:(?!; going by what was read).)+?)`,
      ([count, subject = ""], { facts }) => {
        return linkedTo(subject, facts).size !== Number(count);
      },
    ),
    sentence(
      String.raw`(\d+) test cases? ${IS} ${LINKED} (.+?); going by what was read of their records, none of them has this: (.+?)`,
      ([count, subject = "", held = ""], { facts }) => {
        const linked = linkedTo(subject, facts);
        return linked.size !== Number(count) || [...linked].some((id) => holdsAll(id, held, facts));
      },
    ),
    sentence(
      String.raw`(\d+) of the (\d+) test cases ${LINKED} (.+?) ${HAS} this: (.+?)`,
      ([count, all, subject = "", held = ""], { facts }) => {
        const linked = linkedTo(subject, facts);
        return (
          linked.size !== Number(all) || [...linked].filter((id) => holdsAll(id, held, facts)).length !== Number(count)
        );
      },
    ),
    sentence(
      String.raw`(\d+) of the test cases ${LINKED} (.+?) (?:was|were) seen; there may be more`,
      ([count, subject = ""], { facts }) => linkedTo(subject, facts).size < Number(count),
    ),
    sentence("They have this: (.+?)", ([held = ""], { listed, facts }) =>
      listed.some((id) => !holdsAll(id, held, facts)),
    ),
    sentence(
      `no test case is ${LINKED} (.+?)(?: together(?:, and not to .+?)?|, and not to .+?)?(?:; linked to each: (.+?))?`,
      ([subject = "", each = ""], { facts }) => {
        const sets = setsIn(subject, facts);
        if (each !== "") return eachIsFalse(each, facts);
        return sets.some(({ size }) => size > 0);
      },
    ),
    sentence("Linked to each: (.+?)", ([list = ""], { facts }) => eachIsFalse(list, facts)),
    sentence(
      "other links join (.+?) to further records; whether test cases stand behind those was not looked at and is not known",
    ),
    sentence(
      "the tools that list links do not cover records such as (.+?); what is linked there was not read and is not known",
      ([subject = ""], { facts }) => idsIn(subject, facts).some(({ id }) => facts.names.get(id)?.type !== "other"),
    ),
    sentence("the links of (.+?) could not be looked up, so what is linked there is not known"),
    sentence(
      "of the test cases of (.+?) not all were looked at, and of those that were none is left; whether there are others is not known",
    ),
    sentence(
      String.raw`(It|They|\S+) ${IS} ${LINKED} (at least )?(\d+) (backlog item|message|protocol)s?(?:, of which (\d+) (?:was|were) taken for what is asked for)?: (.+?)`,
      ([subject = "", least = "", count, type = "", part, list = ""], { listed, facts }) => {
        const linked = linkedItems(/^(?:It|They)$/.test(subject) ? listed : [subject], type, facts);
        const named = list.split(", ");
        const all = least === "" ? linked.size === Number(count) : linked.size >= Number(count);
        return !all || named.some((id) => !linked.has(id)) || named.length !== Number(part ?? count);
      },
    ),
    sentence(
      String.raw`No (backlog item|message|protocol) is ${LINKED} (it|any of them|\S+)`,
      ([type = "", subject = ""], { listed, facts }) => {
        return linkedItems(/^(?:it|any of them)$/.test(subject) ? listed : [subject], type, facts).size > 0;
      },
    ),
  ];
}

function ofValues(): Sentence[] {
  return [
    sentence(
      String.raw`(at least )?(\d+) test cases? ${HAS} this: (.+?)`,
      ([least = "", count, held = ""], { facts }) => {
        const all = testsIn(facts).filter((id) => holdsAll(id, held, facts)).length;
        return least === "" ? all !== Number(count) : all < Number(count);
      },
    ),
    sentence(
      String.raw`(\d+) (?:of them|more) ${IS} listed(?:, with most of it)?`,
      ([count], { listed }) => listed.length < Number(count),
    ),
    sentence(
      String.raw`Of the test cases that a search brought, (\d+) ${IS} listed that ${HAS} (all or most of )?this: (.+?)`,
      ([count, share, held = ""], { listed, facts }) => {
        const least = share === undefined ? 1 : 0.5;
        return listed.length !== Number(count) || listed.some((id) => shareOf(id, held, facts) < least);
      },
    ),
    sentence(
      String.raw`(\d+) of the (\d+) backlog items that were read ${HAS} this: (.+?)`,
      ([count, , held = ""], { listed, facts }) => {
        return listed.length !== Number(count) || listed.some((id) => !holdsAll(id, held, facts));
      },
    ),
    sentence(String.raw`going by what was read of their records, none of the (\d+) has this: (.+?)`),
    sentence(
      String.raw`(at least )?\d+ other test cases? ${HAS} this, as \S+.*? has: (.+?)`,
      ([, held = ""], { listed, facts }) => {
        return listed.some((id) => !holdsAll(id, held, facts));
      },
    ),
    sentence(String.raw`(at least )?\d+ other test cases? ${IS} linked to a backlog item that (.+?) is linked to, too`),
    sentence(
      String.raw`(at least )?(\d+) test cases? ${HAS} an id that begins with (.+?)`,
      ([least = "", count, prefix = ""], { facts }) => {
        const all = testsIn(facts).filter((id) => id.startsWith(prefix)).length;
        return least === "" ? all !== Number(count) : all < Number(count);
      },
    ),
  ];
}

function ofGaps(): Sentence[] {
  const among = "(?:among (.+?) and what is contained there, )?";
  const meant = (scope: string | undefined, noun: string, facts: Facts) => {
    const below = idsIn(scope ?? "", facts).map(({ id }) => withAllBelow(facts, id));
    const all = ofNoun(noun, facts);
    return scope === undefined ? all : all.filter((id) => below.some((own) => own.has(id)));
  };
  const isOpen = (id: string, facts: Facts) => testsOf(facts, id, false).size === 0;
  return [
    sentence(
      String.raw`${among}(\d+) of (\d+) (.+?) ${HAS} no test case that is ${LINKED} (?:it|them)`,
      ([scope, gaps, all, noun = ""], { facts }) => {
        const items = meant(scope, noun, facts);
        return items.length !== Number(all) || items.filter((id) => isOpen(id, facts)).length !== Number(gaps);
      },
    ),
    sentence("Not all of them were read"),
    sentence(
      String.raw`${among}each of the (\d+) (.+?) has a test case that is ${LINKED} it`,
      ([scope, all, noun = ""], { facts }) => {
        const items = meant(scope, noun, facts);
        return items.length !== Number(all) || items.some((id) => isOpen(id, facts));
      },
    ),
    sentence(
      String.raw`${among}each of the (\d+) (.+?) that were read has a test case that is ${LINKED} it; not all were read`,
    ),
    sentence(
      `${among}the count brought no (.+?), so there was nothing to count test cases of`,
      ([scope, noun = ""], { facts }) => {
        return meant(scope, noun, facts).length > 0;
      },
    ),
  ];
}

function ofSearches(): Sentence[] {
  const titles = ({ listed, facts }: Said) => listed.map((id) => facts.names.get(id)?.name ?? "");
  return [
    sentence(
      String.raw`it was searched for by words \((.*?)\), and what was read of the hits says too few of them to recommend any`,
      ([list = ""], { question }) => quotesIn(list).some((word) => !question.includes(word)),
    ),
    sentence("Whether the records have what was asked for is not known"),
    sentence(
      String.raw`(\d+) test cases? (?:was|were) found by a search for words; whether (?:it is|they are) what was asked for was not checked`,
    ),
    sentence("(.+?) stands? in none of the titles and excerpts of what is listed", ([list = ""], said) => {
      return quotesIn(list).some((word) => titles(said).some((title) => findPhrase(title, word) >= 0));
    }),
    sentence("How many there are was not counted"),
    sentence('(?:"[^"]*" was taken for .+?)'),
    sentence(String.raw`(\d+) test cases? (?:was|were) found`),
    sentence(String.raw`The first (\d+) of (\d+) are listed`, ([count], { listed }) => listed.length !== Number(count)),
    sentence(
      '"(.+?)" is a name of (.+?), of which nothing that was read says (.+?); (.+?) says it and was taken for what is meant',
    ),
  ];
}

function ofRecords(): Sentence[] {
  return [
    {
      says: /^(\S+) (?:\(.+?\) )?has ((?:[\p{L}][\p{L} ]{0,30}:? [^,]+?(?:, )?)+?)\.(?=\s|$)/iu,
      fails: ([id = "", list = ""], { facts }) =>
        list.split(", ").some((one) => {
          const text = facts.texts.get(id) ?? "";
          return one.includes(": ") && !text.includes(one.slice(one.indexOf(": ") + 2));
        }),
    },
    sentence(String.raw`(\S+) (?:\(.+?\) )?is in the records`, ([id = ""], { facts }) => !facts.names.has(id)),
    {
      says: /^(?:Of (\d+) of them, )?(?!Linked to each)([\p{L} ]+): ((?:.+? \(\d+\)(?:, )?)+|[^,]+?)\.(?=\s|$)/iu,
      fails: ([, name = "", list = ""], { listed, facts }) =>
        [...list.matchAll(/(?:^|, )(.+?) \((\d+)\)/g)].some(([, value = "", count]) => {
          const own = listed.filter((id) => facts.values.get(id)?.get(name.replaceAll(" ", "_")) === value).length;
          return value !== "none read" && own < Math.min(Number(count), listed.length);
        }),
    },
  ];
}

function quotesIn(list: string): string[] {
  return [...list.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);
}

const squeezed = (text: string) => fold(text.replace(/["“”']/g, " "));

const testsIn = ({ names }: Facts) => [...names].filter(([, { type }]) => type === "test_case").map(([id]) => id);

function holdsAll(id: string, held: string, facts: Facts): boolean {
  return conditionsIn(held, facts).every((condition) => fulfils(id, condition, facts));
}

function shareOf(id: string, held: string, facts: Facts): number {
  const conditions = conditionsIn(held, facts);
  return conditions.filter((condition) => fulfils(id, condition, facts)).length / conditions.length;
}
