import type { IdReader } from "../../base/ids/id-reader.ts";
import { deniesAny } from "./denial.ts";
import { idsOfItems, isNumbered, type ListItem, listItems } from "./list-items.ts";
import { type AnswerSection, splitSections } from "./sections.ts";
import { visibleText } from "./visible-text.ts";

/**
 * The answer contract in machine form. An answer ends with the ranked list and the sources:
 *
 *     ## Recommended
 *     1. `TC-1` - why [S1]
 *     2. `TC-2` - why [S2]
 *     ## Not covered
 *     - `F-9.2` - no test case is linked to it [S1]
 *     ## Sources
 *     - S1: [trace links of F-9](artifact://thread-1?path=/results/003-trace_links.json)
 *
 * or, where nothing in the records supports one, with one line `No supported recommendation: <reason>`. The section on what is
 * not covered may stand behind either, with `None.` where everything has a test case; without it nothing was told. This is the form that
 * agents are asked for; lists, headings and abstentions are read in the other forms too in which models write them (`list-items.ts`,
 * `sections.ts`, `denial.ts`).
 */
export interface ParsedAnswer {
  /** Ids in recommended order, first mention kept. Never guessed from prose. */
  ranked: string[];
  abstained: boolean;
  abstentionReason: string | undefined;
  /** What it asks back in place of an answer: `Clarifying question: <question>`. */
  question: string | undefined;
  sources: { label: string; title: string; target: string }[];
  /** Coverage gaps: items of the change without any test case. [] where the answer says that there are none, null where it does not tell. */
  gaps: string[] | null;
  /** Text of the section on gaps, as it stands. */
  gapList: string;
  /** Text of the Recommended section, as it stands. */
  list: string;
  /** The lines of the ranked list. */
  items: readonly ListItem[];
  /** The answer without its three sections. */
  prose: string;
}

/** "None of them has a test" says the opposite. */
const NO_GAPS = /^\s*(?:[-*]\s+)?(?:\*\*)?none(?:\*\*)?(?:\s+(?:found|known))?\s*(?:[.:;,!(–—-]|$)/i;
const SOURCE = /^\s*[-*]\s+(S\d+):?\s+\[([^\]]*)\]\(([^)\s]+)\)/;
/** Also as a heading, as an item, quoted, emphasised or in backticks. */
const ABSTENTION =
  /^(?:\d{1,2}[.)][ \t]+)?(?:<(?:b|p|strong)>)?(?:[*_#]*[ \t]*(?:(?:final[ \t]+)?answer|recommend(?:ed|ations?)):)?(?:[ \t>#*_+`"'“«-]|\p{So}|\ufe0f)*No supported recommendations?\b:?[*_]*:?[ \t]*(.*)$/imu;
const QUESTION = /^[ \t>#*_+`-]*Clarifying question[*_]*:[*_]*[ \t]*(\S.*)$/im;

/**
 * Reads an answer by the contract; what does not follow it is prose. What no reader sees neither recommends nor abstains. Never throws.
 * @param ids of the corpus: recommended ids and gaps are then written as the corpus does
 */
export function parseAnswer(text: string, ids?: IdReader): ParsedAnswer {
  const visible = visibleText(text).text;
  const seen = readAnswer(visible, ids);
  if (visible === text) return seen;
  const { ranked, abstained, abstentionReason, question, gaps } = seen;
  return { ...readAnswer(text, ids), ranked, abstained, abstentionReason, question, gaps };
}

function readAnswer(text: string, ids: IdReader | undefined): ParsedAnswer {
  const abstention = ABSTENTION.exec(text);
  const named = splitSections(text);
  // Where nothing is headed so, a list of tests stands under another heading.
  const sections = named.recommended.length > 0 || abstention ? named : splitSections(text, true);
  const textOf = (section: AnswerSection): string => sections[section].join("\n");
  const listed = listItems(sections.recommended, ids);
  // Who abstains and lists is believed where the list has the form that is asked for: else it names what was looked at.
  const items = abstention && !listed.every(({ line }) => isNumbered(line)) ? [] : listed;
  const ranked = [...new Set(items.map(({ id }) => id))];
  const question = QUESTION.exec(text)?.[1];
  const denies = () => !question && deniesAny(sections.recommended, textOf("prose").trim());
  return {
    ranked,
    abstained: ranked.length === 0 && (abstention !== null || denies()),
    abstentionReason: abstention?.[1]?.trim() || undefined,
    question,
    sources: sections.sources.flatMap((line) => {
      const [, label, title, target] = SOURCE.exec(line) ?? [];
      return label && target ? [{ label, title: title ?? "", target }] : [];
    }),
    gaps: gapsIn(sections.gaps, ids),
    gapList: textOf("gaps"),
    list: textOf("recommended"),
    items,
    prose: textOf("prose").trim(),
  };
}

/** The same of all that was asked: not of a part (`No supported recommendation for F-9`). */
export function abstainsInAll(text: string): boolean {
  const reason = ABSTENTION.exec(text)?.[1];
  return reason !== undefined && !/^(?:for|of|was|were)\b/i.test(reason);
}

/** True of a line, or of a text one of whose lines says so. */
export function saysNothingSupported(text: string): boolean {
  return ABSTENTION.test(text);
}

/** A section that neither names an item nor denies any counts as silent. */
function gapsIn(lines: readonly string[], ids: IdReader | undefined): string[] | null {
  const gaps = [...new Set(idsOfItems(lines, ids))];
  return gaps.length > 0 || lines.some((line) => NO_GAPS.test(line)) ? gaps : null;
}
