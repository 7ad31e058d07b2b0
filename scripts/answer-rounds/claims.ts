import { parseAnswer } from "../../agent/answer/answer.ts";
import type { DrawnQuestion } from "./draw.ts";
import { type Facts, testsOf } from "./facts.ts";

export interface CheckedAnswer {
  /** How much of it was held against the records. */
  read: number;
  /** What they do not say, a sentence each. */
  failed: readonly string[];
}

/** Holds an answer's sentences, its list, its reasons and its gaps against the records, and what it is silent about against the question. */
export function checkAnswer(answer: string, { foreign }: DrawnQuestion, facts: Facts): CheckedAnswer {
  const { prose, ranked, gaps } = parseAnswer(answer);
  const claims = CLAIMS.flatMap(({ says, fails }) =>
    [...prose.matchAll(says)].map(([text, ...parts]) =>
      claim(
        text,
        fails(
          parts.map((part) => part ?? ""),
          facts,
        ),
      ),
    ),
  );
  const listed = ranked.map((id) => claim(`lists ${id}, which is no record`, !facts.names.has(id)));
  const reasons = [...answer.matchAll(/^\d+\. `([^`]+)` - .*; linked to ([^\s,[]+)(?:,| \[|$)/gm)].map(
    ([, test = "", item = ""]) => claim(`${test} is not linked to ${item}`, !testsOf(facts, item, false).has(test)),
  );
  const open = (gaps ?? []).map((id) => claim(`${id} has tests`, (facts.tests.get(id)?.size ?? 0) > 0));
  const silent = foreign.map((word) =>
    claim(`is silent about ${word}`, ranked.length > 0 && !prose.includes(`"${word}"`)),
  );
  const all = [...claims, ...listed, ...reasons, ...open, ...silent];
  return { read: all.length, failed: all.flatMap(({ text, isFalse }) => (isFalse ? text : [])) };
}

function claim(text: string, isFalse: boolean): { text: string; isFalse: boolean } {
  return { text, isFalse };
}

interface Claim {
  says: RegExp;
  fails: (parts: readonly string[], facts: Facts) => boolean;
}

/** An id and, in brackets, its name, in which brackets may stand. */
const CALLED = /(\S+) \((?:[^()]|\([^()]*\))*\)/g;

const CLAIMS: readonly Claim[] = [
  {
    says: /(\d+) test cases? (?:is|are) recorded for (.+?)\.(?= |$|\n)/g,
    fails: ([count = "", subject = ""], facts) => recordedFor(subject, facts) !== Number(count),
  },
  {
    says: /\d+ of the (\d+) test cases recorded for (.+?) fits? what else was asked/g,
    fails: ([all = "", subject = ""], facts) => recordedFor(subject, facts) !== Number(all),
  },
  {
    says: /(\d+) of the test cases recorded for (.+?) (?:was|were) seen/g,
    fails: ([count = "", subject = ""], facts) => recordedFor(subject, facts) < Number(count),
  },
  {
    says: /no test case is linked directly to (.+?)\.(?= |$|\n)/g,
    fails: ([subject = ""], facts) => setsIn(subject, facts).some(({ size }) => size > 0),
  },
  {
    says: /Recorded for each: (.+?)\.(?= |$|\n)/g,
    fails: ([list = ""], facts) =>
      list.split(", ").some((one) => {
        const [, id = "", isLeast, count = "", deep] =
          /^(.+): (at least )?(\d+|none|not known)( with what it contains)?$/.exec(one) ?? [];
        const all = testsOf(facts, id, deep !== undefined).size;
        if (count === "not known") return false;
        return isLeast ? Number(count) > all : all !== (count === "none" ? 0 : Number(count));
      }),
  },
  {
    says: /no record is called (.+?)\.(?= |$|\n)/g,
    fails: ([names = ""], facts) => names.split(", ").some((name) => facts.names.has(name)),
  },
  {
    says: /(at least )?(\d+) test cases? ha(?:s|ve) this: (.+?)\.(?= |$|\n)/gi,
    fails: ([isLeast = "", count = "", conditions = ""], facts) => {
      const all = withValues(conditions, facts);
      return isLeast === "" ? all !== Number(count) : all < Number(count);
    },
  },
  {
    says: /(\d+) of (\d+) (backlog items?|messages?|requirements?) ha(?:s|ve) no test case that is linked directly/g,
    fails: ([gaps = "", all = "", noun = ""], facts) => {
      const meant = ofNoun(noun, facts);
      const open = meant.filter((id) => (facts.tests.get(id)?.size ?? 0) === 0);
      return meant.length !== Number(all) || open.length !== Number(gaps);
    },
  },
];

/** How many are recorded for `A (a) or what it contains or B (b), and not to C (c)`. */
function recordedFor(subject: string, facts: Facts): number {
  const [wanted = "", unwanted = ""] = subject.split(/, and not to /);
  const [sets, out] = [setsIn(wanted, facts), setsIn(unwanted, facts)];
  const inAll = / and /.test(wanted.replaceAll(CALLED, ""));
  const all = new Set(sets.flatMap((own) => [...own]));
  const isMeant = (test: string) => (!inAll || sets.every((own) => own.has(test))) && !out.some((own) => own.has(test));
  return [...all].filter(isMeant).length;
}

/** The tests of each thing that is named, with those of what it contains where that is said behind its name. */
function setsIn(subject: string, facts: Facts): Set<string>[] {
  const isDeep = (end: number) => subject.startsWith(" or what it contains", end);
  return idsIn(subject, facts).map(({ id, end }) => testsOf(facts, id, isDeep(end)));
}

function idsIn(subject: string, { names }: Facts): { id: string; end: number }[] {
  const called = [...subject.matchAll(CALLED)].map(({ 0: text, 1: id = "", index }) => ({
    id,
    end: index + text.length,
  }));
  const known = called.filter(({ id }) => names.has(id));
  if (known.length > 0) return known;
  return [...subject.matchAll(/[^\s,]+/g)]
    .map(({ 0: id, index }) => ({ id, end: index + id.length }))
    .filter(({ id }) => names.has(id));
}

/** How many test cases have all of `quality area x, not owner y or z`. */
function withValues(conditions: string, { values, names }: Facts): number {
  const tests = [...names].filter(([, { type }]) => type === "test_case").map(([id]) => id);
  const attributes = [...new Set([...values.values()].flatMap((own) => [...own.keys()]))].sort(
    (a, b) => b.length - a.length,
  );
  const wanted = conditions.split(/, (?=(?:not )?\S)/).map((text) => {
    const isNot = text.startsWith("not ");
    const said = isNot ? text.slice(4) : text;
    const name = attributes.find((one) => said.startsWith(`${one.replaceAll("_", " ")} `)) ?? "";
    return { isNot, name, any: said.slice(name.length + 1).split(" or ") };
  });
  const holds = (id: string) =>
    wanted.every(({ isNot, name, any }) => {
      const value = values.get(id)?.get(name);
      return (value !== undefined && (any.includes(value) || any.includes("any"))) !== isNot;
    });
  return tests.filter(holds).length;
}

function ofNoun(noun: string, { names }: Facts): string[] {
  const wanted = noun.replace(/s$/, "");
  return [...names]
    .filter(
      ([, { type, subtype }]) =>
        type.replaceAll("_", " ") === wanted || subtype.replaceAll("_", " ").toLowerCase() === wanted,
    )
    .map(([id]) => id);
}
