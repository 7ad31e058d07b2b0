import { fold } from "../../base/fold.ts";
import { type Facts, testsOf } from "./facts.ts";

/** An id and, in brackets, its name, in which brackets may stand. */
const CALLED = /(\S+) \((?:[^()]|\([^()]*\))*\)/g;

/** How many are linked to `A (a) with what it contains or to B (b), and not to C (c)`; `and to` takes what all have. */
export function linkedTo(subject: string, facts: Facts): ReadonlySet<string> {
  const [wanted = "", unwanted = ""] = subject.split(/, and not to /);
  const [sets, out] = [setsIn(wanted, facts), setsIn(unwanted, facts)];
  const inAll = / and to /.test(wanted.replaceAll(CALLED, ""));
  const all = new Set(sets.flatMap((own) => [...own]));
  const isMeant = (test: string) => (!inAll || sets.every((own) => own.has(test))) && !out.some((own) => own.has(test));
  return new Set([...all].filter(isMeant));
}

/** The tests of each thing that is named, with those of what it contains where that is said behind its name. */
export function setsIn(subject: string, facts: Facts): ReadonlySet<string>[] {
  const isDeep = (end: number) => subject.startsWith(" with what it contains", end);
  return idsIn(subject, facts).map(({ id, end }) => testsOf(facts, id, isDeep(end)));
}

/** The ids of a text that are records', where they end with the name in brackets behind them. */
export function idsIn(subject: string, { names }: Facts): { id: string; end: number }[] {
  const found: { id: string; end: number }[] = [];
  for (let at = 0; at < subject.length; ) {
    const rest = subject.slice(at);
    const id = longestId(rest, names);
    if (id === undefined) {
      at += Math.max(1, rest.search(/(?<=\s)\S/));
      continue;
    }
    const called = `${id} (${names.get(id)?.name})`;
    const end = at + (rest.startsWith(called) ? called.length : id.length);
    found.push({ id, end });
    at = end + 1;
  }
  return found;
}

/** Ids may hold blanks. */
function longestId(text: string, names: Facts["names"]): string | undefined {
  const words = text.split(" ").slice(0, 3);
  const starts = words.map((_, at) =>
    words
      .slice(0, words.length - at)
      .join(" ")
      .replace(/[.,;:]$/, ""),
  );
  return starts.find((start) => names.has(start));
}

export interface ValueCondition {
  isNot: boolean;
  /** "" where the value is said alone. */
  name: string;
  any: readonly string[];
}

/** `quality area x, not owner y or z`. */
export function conditionsIn(text: string, { values }: Facts): ValueCondition[] {
  const attributes = [...new Set([...values.values()].flatMap((own) => [...own.keys()]))].sort(
    (a, b) => b.length - a.length,
  );
  return text.split(/, (?=(?:not )?\S)/).map((condition) => {
    const isNot = condition.startsWith("not ");
    const said = isNot ? condition.slice(4) : condition;
    const name = attributes.find((one) => said.startsWith(`${one.replaceAll("_", " ")} `)) ?? "";
    return { isNot, name, any: (name === "" ? said : said.slice(name.length + 1)).split(" or ") };
  });
}

export function fulfils(id: string, { isNot, name, any }: ValueCondition, { values, texts }: Facts): boolean {
  const own = values.get(id);
  const [quoted = ""] = /(?<=^").*(?=" in the text$)/.exec(any[0] ?? "") ?? [];
  if (quoted !== "") return fold(texts.get(id) ?? "").includes(fold(quoted)) !== isNot;
  const given = name === "" ? [...(own?.values() ?? [])] : [own?.get(name) ?? []].flat();
  return given.some((value) => any.includes(value) || any.includes("any")) !== isNot;
}

/** All records of a type or subtype. */
export function ofNoun(noun: string, { names }: Facts): string[] {
  const forms = [noun, noun.replace(/s$/, ""), noun.replace(/es$/, ""), noun.replace(/ies$/, "y")];
  const isMeant = ({ type, subtype }: { type: string; subtype: string }) =>
    forms.some((form) => type.replaceAll("_", " ") === form || subtype.replaceAll("_", " ").toLowerCase() === form);
  return [...names].filter(([, one]) => isMeant(one)).map(([id]) => id);
}

/** `A: 2 directly; B: none directly, 3 with what it contains`. */
export function eachIsFalse(list: string, facts: Facts): boolean {
  return list.split("; ").some((one) => {
    const [, id = "", none, least, count = "", way] =
      /^(.+): (none directly, )?(at least )?(\d+|none|not known)( directly| with what it contains)?$/.exec(one) ?? [];
    if (count === "not known") return false;
    const all = testsOf(facts, id, way === " with what it contains").size;
    if (none !== undefined && testsOf(facts, id, false).size > 0) return true;
    return least === undefined ? all !== (count === "none" ? 0 : Number(count)) : all < Number(count);
  });
}

/** What some tests are linked to, of a type. */
export function linkedItems(tests: readonly string[], type: string, facts: Facts): Set<string> {
  const own = [...facts.tests].filter(
    ([id, linked]) => facts.names.get(id)?.type.replaceAll("_", " ") === type && tests.some((test) => linked.has(test)),
  );
  return new Set(own.map(([id]) => id));
}
