import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import type { TERM_KINDS } from "../../record/config/glossary-file.ts";

type TermKind = (typeof TERM_KINDS)[number];

/** What texts may mean by a word of their own. */
export interface TermCandidate {
  term: string;
  kind: TermKind;
  /** What an acronym stands for, where a text says it; else empty. */
  expansion: string;
  /** Texts that have it. */
  seen: number;
}

const WRITTEN: Readonly<Record<Exclude<TermKind, "term">, RegExp>> = {
  acronym: /(?<![\w-])[A-Z][A-Z0-9]{1,9}(?![\w-])/g,
  name: /(?<![\w.])(?:[a-z]+|[A-Z][a-z0-9]+)(?:[A-Z][a-z0-9]+)+(?!\w)/g,
  version: /(?<![\w.-])v?\d+\.\d+(?:\.\d+)+(?![\w.])/g,
};

/** Acronyms, names in camel case and versions of some texts, most frequent first; those of fewer than `least` texts only where one says what they stand for. */
export function candidatesIn(texts: readonly string[], least: number): TermCandidate[] {
  const expansions = new Map<string, string[]>();
  const seen = new Map<string, Omit<TermCandidate, "expansion">>();
  for (const text of texts) {
    for (const { short, long } of expansionsIn(text)) expansions.set(short, [...(expansions.get(short) ?? []), long]);
    for (const [kind, pattern] of Object.entries(WRITTEN) as [Exclude<TermKind, "term">, RegExp][])
      for (const term of new Set(text.match(pattern)))
        seen.set(term, { term, kind, seen: (seen.get(term)?.seen ?? 0) + 1 });
  }
  const found = [...seen.values()].map((one) => ({ ...one, expansion: mostFrequent(expansions.get(one.term) ?? []) }));
  return found
    .filter((one) => one.seen >= least || one.expansion !== "")
    .sort((a, b) => b.seen - a.seen || compareText(a.term, b.term));
}

/** Trackers' texts are half code and logs, where brackets hold arguments. */
const PLAIN = /^[\p{L}\p{N}]+(?:[ '’&/-]+[\p{L}\p{N}]+)*$/u;

/** What short forms in brackets stand for, in words (Schwartz & Hearst, A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical Text, PSB 2003). */
export function expansionsIn(text: string): { short: string; long: string }[] {
  return [...text.matchAll(/(?<=\s)\(([^()]{2,10})\)/g)].flatMap(({ 1: short = "", index }) => {
    if (!/^[\p{L}\p{N}]/u.test(short) || !/\p{L}/u.test(short) || /\s/.test(short)) return [];
    const before = text
      .slice(Math.max(0, index - 300), index)
      .trimEnd()
      .split(/\s+/);
    const most = Math.min(short.length + 5, short.length * 2);
    const long = longForm(short, before.slice(-most).join(" "));
    return long === null ? [] : [{ short, long }];
  });
}

/** From the last letter to the first: each must stand in the text, in order, and the first at the beginning of a word. */
function longForm(short: string, text: string): string | null {
  let at = text.length;
  for (let letter = short.length - 1; letter >= 0; letter--) {
    const wanted = short[letter]!.toLowerCase();
    if (!/[\p{L}\p{N}]/u.test(wanted)) continue;
    do at--;
    while (
      at >= 0 &&
      (text[at]!.toLowerCase() !== wanted || (letter === 0 && at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1]!)))
    );
    if (at < 0) return null;
  }
  const long = text.slice(text.lastIndexOf(" ", at) + 1);
  return long.length > short.length && PLAIN.test(long) && !long.split(" ").includes(short) ? long : null;
}

function mostFrequent(texts: readonly string[]): string {
  const counted = [...grouped(texts, (text) => text)];
  counted.sort(([a, some], [b, others]) => others.length - some.length || compareText(a, b));
  return counted[0]?.[0] ?? "";
}
