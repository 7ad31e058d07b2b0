import { parseAnswer } from "../../agent/answer/answer.ts";
import { findPhrase } from "../../base/fold.ts";
import type { DrawnQuestion } from "./draw.ts";
import { type Facts, testsOf } from "./facts.ts";
import { type Said, SENTENCES } from "./sentences.ts";

export interface CheckedAnswer {
  /** How much of it was held against the records. */
  read: number;
  /** What they do not say, a sentence each. */
  failed: readonly string[];
}

/** Holds all of an answer against the records: each sentence, its list, its reasons, its gaps, and what it is silent about. */
export function checkAnswer(answer: string, { question, foreign }: DrawnQuestion, facts: Facts): CheckedAnswer {
  const { prose, ranked, gaps } = parseAnswer(answer);
  const all = [
    ...readSentences(prose.replace(/No supported recommendation: /, ""), { question, listed: ranked, facts }),
    ...ranked.map((id) => claim(`lists ${id}, which is no record`, !facts.names.has(id))),
    ...reasonsIn(answer, { question, listed: ranked, facts }),
    ...(gaps ?? []).map((id) => claim(`${id} has tests`, (facts.tests.get(id)?.size ?? 0) > 0)),
    ...foreign.map((word) => claim(`is silent about ${word}`, ranked.length > 0 && !prose.includes(`"${word}"`))),
  ];
  return { read: all.length, failed: all.flatMap(({ text, isFalse }) => (isFalse ? text : [])) };
}

interface Claim {
  text: string;
  isFalse: boolean;
}

function claim(text: string, isFalse: boolean): Claim {
  return { text, isFalse };
}

/** Sentence by sentence from the beginning: of those that read like it, one that is true counts, as names may hold what ends a sentence. */
function readSentences(prose: string, said: Said): Claim[] {
  const claims: Claim[] = [];
  for (let rest = prose.trim(); rest !== ""; ) {
    const read = SENTENCES.flatMap(({ says, fails }) => {
      const [text, ...parts] = says.exec(rest) ?? [];
      return text === undefined ? [] : [claim(text, fails?.(parts, said) ?? false)];
    });
    const fitting = read.find(({ isFalse }) => !isFalse) ?? read[0];
    if (fitting === undefined) return [...claims, claim(`no rule holds: ${rest.slice(0, 120)}`, true)];
    claims.push(fitting);
    rest = rest.slice(fitting.text.length).trim();
  }
  return claims;
}

/** Behind a title, why an entry is listed. */
function reasonsIn(answer: string, { question, facts }: Said): Claim[] {
  return [...answer.matchAll(/^\d+\. `([^`]+)` - (.*?)(?: \[S\d+\].*)?$/gm)].flatMap(([, id = "", reason = ""]) => {
    const said = /; says (.+?)(?: and \d+ more words of the question)?$/.exec(reason)?.[1]?.split(", ") ?? [];
    const [, item = ""] = /; linked to (\S+?)(?:, which is part of \S+|, too)?$/.exec(reason) ?? [];
    const isLinked = item === "" || testsOf(facts, item, false).has(id);
    return [
      claim(`${id} is not linked to ${item}`, !isLinked),
      ...said.map((word) =>
        claim(
          `${id} does not say ${word}`,
          findPhrase(facts.texts.get(id) ?? "", word) < 0 || !question.includes(word),
        ),
      ),
      claim(
        `${id} has tests`,
        / no test case is linked directly to it$/.test(reason) && testsOf(facts, id, false).size > 0,
      ),
    ];
  });
}
