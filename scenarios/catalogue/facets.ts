import { countOf } from "../../base/counts.ts";
import { compareText } from "../../base/text-order.ts";
import type { Facet } from "../truth/test-set.ts";
import { phraseOf } from "./attributes.ts";
import type { TestAttributes } from "./relations.ts";

/** The structured attributes that questions can be made of. */
export interface TestFacets {
  facets: readonly Facet[];
  /** facet key -> how its value reads after "tests", `{}` in its place. */
  phrases: ReadonlyMap<string, string>;
  /** Attributes that could be asked about if something said how they read. */
  unphrased: readonly string[];
  /** facet key -> value -> test cases; values and ids in code-unit order. */
  values: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  /** test case -> facet key -> its values. */
  ofTest: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** Longest value that still reads as a word of a question, in characters. */
const MAX_VALUE_LENGTH = 60;
/** Values that say that there is none, such as `none` or `no failure`: no topic. */
const NOTHING = /^\s*$|^(?:none|no|not|n\/a|unknown|null)\b/i;

/**
 * The facets of a corpus, found and not configured: columns, and members of `attributes` whose values are short texts
 * (or lists of them), repeat over test cases, and are neither ids of artifacts nor names of other attributes
 * (bookkeeping such as `cloned_from` and `differs_in`). `own`: the corpus' phrases; an attribute without one is no facet.
 */
export function facetsOf(
  tests: readonly TestAttributes[],
  ids: ReadonlySet<string>,
  own?: Readonly<Record<string, string>>,
): TestFacets {
  const keys = new Set(tests.flatMap(({ attributes }) => Object.keys(attributes)));
  const columns = Object.keys(tests[0]?.columns ?? {});
  const candidates: Facet[] = [
    ...columns.map((key): Facet => ({ key, source: "column" })),
    ...[...keys].filter((key) => !columns.includes(key)).flatMap((key) => sourceOf(key, tests)),
  ];
  const found = candidates
    .map((facet) => ({ facet, groups: groupsOf(facet, tests) }))
    .filter(({ groups }) => isUsable(groups, { ids, keys, columns, tests: tests.length }))
    .sort((a, b) => compareText(a.facet.key, b.facet.key));
  const phrases = new Map(
    found.flatMap(({ facet: { key } }) => {
      const phrase = phraseOf(key, own);
      return phrase === undefined ? [] : [[key, phrase] as const];
    }),
  );
  const usable = found.filter(({ facet }) => phrases.has(facet.key));
  const values = new Map(usable.map(({ facet, groups }) => [facet.key, groups]));
  return {
    facets: usable.map(({ facet }) => facet),
    phrases,
    unphrased: found.map(({ facet }) => facet.key).filter((key) => !phrases.has(key)),
    values,
    ofTest: byTest(values),
  };
}

/** What is said of attributes that no question asks about; nothing where there are none. */
export function leftUnphrased({ unphrased }: TestFacets): string[] {
  if (unphrased.length === 0) return [];
  return [
    `no question asks about ${countOf(unphrased.length, "attribute")} of test cases, since nothing says how a sentence has them: ${unphrased.join(", ")}; \`phrases\` in corpus.yaml can, such as \`${unphrased[0]}: "with ... {}"\``,
  ];
}

function sourceOf(key: string, tests: readonly TestAttributes[]): Facet[] {
  const found = tests.map(({ attributes }) => attributes[key]).filter((value) => value !== undefined && value !== null);
  if (found.every((value) => typeof value === "string")) return [{ key, source: "attribute" }];
  if (found.every((value) => Array.isArray(value) && value.every((member) => typeof member === "string")))
    return [{ key, source: "list" }];
  return [];
}

function groupsOf(facet: Facet, tests: readonly TestAttributes[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const test of tests) {
    const value = facet.source === "column" ? test.columns[facet.key] : test.attributes[facet.key];
    for (const member of Array.isArray(value) ? value : [value]) {
      if (typeof member !== "string" || NOTHING.test(member)) continue;
      const group = groups.get(member);
      if (group) group.add(test.id);
      else groups.set(member, new Set([test.id]));
    }
  }
  return new Map([...groups].sort(([a], [b]) => compareText(a, b)));
}

function isUsable(
  groups: Map<string, Set<string>>,
  known: { ids: ReadonlySet<string>; keys: ReadonlySet<string>; columns: readonly string[]; tests: number },
): boolean {
  const values = [...groups.keys()];
  if (values.length < 2) return false;
  const members = values.reduce((total, value) => total + (groups.get(value) as Set<string>).size, 0);
  // Values that hardly repeat identify a test case instead of describing it.
  if (values.length > members / 2) return false;
  if (values.some((value) => value.length > MAX_VALUE_LENGTH || value.includes("\n"))) return false;
  if (values.every((value) => known.keys.has(value) || known.columns.includes(value))) return false;
  return !values.some((value) => known.ids.has(value));
}

function byTest(values: TestFacets["values"]): Map<string, Map<string, string[]>> {
  const tests = new Map<string, Map<string, string[]>>();
  for (const [key, groups] of values)
    for (const [value, ids] of groups)
      for (const id of ids) {
        const facets = tests.get(id) ?? new Map<string, string[]>();
        const values = facets.get(key);
        if (values) values.push(value);
        else facets.set(key, [value]);
        tests.set(id, facets);
      }
  return tests;
}
