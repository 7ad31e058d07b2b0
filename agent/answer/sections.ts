import { isItem } from "./list-items.ts";

export type AnswerSection = "prose" | "recommended" | "gaps" | "sources";

/**
 * The lines of an answer by section, without the sections' headings. A heading is one of Markdown, or a line of its own that is bold, ends
 * with a colon or is underlined and says the name of a section. What a deeper heading divides the list into belongs to it, but for parts that
 * by their first words hold something else. Linear in each line's length: the text is hostile.
 */
export function splitSections(text: string): Record<AnswerSection, string[]> {
  const sections: Record<AnswerSection, string[]> = { prose: [], recommended: [], gaps: [], sources: [] };
  const lines = text.split(/\r?\n/);
  let section: AnswerSection = "prose";
  let level = 0;
  let aside: number | null = null;
  for (const [index, line] of lines.entries()) {
    const heading = headingOf(line, lines[index + 1]);
    const named = heading ? sectionOf(heading.words) : "prose";
    if (heading && section === "recommended" && named === "prose" && heading.level > level) {
      if (aside === null || heading.level <= aside) aside = isAside(heading) && !isItem(line) ? heading.level : null;
    } else if (heading && (named !== "prose" || heading.level < BOLD || heading.level <= level)) {
      [section, level, aside] = [named, heading.level, null];
      if (named !== "prose") continue;
    }
    sections[aside === null ? section : "prose"].push(line);
  }
  return sections;
}

interface Heading {
  level: number;
  /** In lower case, without a colon at the end. */
  words: string;
}

/** Below those of Markdown, which have six levels. */
const BOLD = 7;
const COLON = 8;
/** Words of a heading that no sign of Markdown's marks. */
const SHORT = 100;

function headingOf(line: string, next: string | undefined): Heading | undefined {
  const [, signs, words] = /^(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
  if (signs !== undefined) return { level: signs.length, words: plainWords(words!) };
  if (line.length > SHORT || /^[ \t]|^$/.test(line)) return undefined;
  if (/^(?:\*\*|__).*(?:\*\*|__):?[ \t]*$/.test(line)) return { level: BOLD, words: plainWords(line) };
  if (/^(?![-*+•|>]|\d+[.)]).*:[ \t]*$/.test(line)) return { level: COLON, words: plainWords(line) };
  const rule = /^(?:(=+)|-+)[ \t]*$/.exec(next ?? "");
  return rule && sectionOf(plainWords(line)) !== "prose"
    ? { level: rule[1] ? 1 : 2, words: plainWords(line) }
    : undefined;
}

/** Without emphasis, and without the number or picture that stands before them. */
function plainWords(written: string): string {
  const words = written
    .replace(/\*\*|__/g, "")
    .trim()
    .replace(/^(?:\d{1,2}[.)][ \t]+|(?:\p{So}|\p{Sk}|\ufe0f|\u200d)+[ \t]*){0,2}/u, "");
  let end = words.length;
  while (words[end - 1] === "#") end--;
  const closed = words.slice(0, end).trimEnd();
  return (closed.endsWith(":") ? closed.slice(0, -1).trimEnd() : closed).toLowerCase();
}

/**
 * "Recommended by nobody" is no list, nor is "Recommended for deletion". Known by what is said of the list: what is recommended may be of a change
 * that deletes or rejects something, and may be called by any words.
 */
const AGAINST = new RegExp(
  [
    "\\b(?:against|not|nobody|none|never|no longer)\\b",
    "\\bto (?:be )?(?:avoid|bin|cancel|defer|delete|discard|drop|exclude|ignore|omit|postpone|reject|remove|retire|skip|withdraw)\\w*",
    "(?:^recommended|\\bfor(?: the)?) (?:bin|cancellation|deletion|deferral|exclusion|omission|rejection|removal|retirement|withdrawal)s?$",
  ].join("|"),
);
/** What the heading of a part begins with that lists none of the recommended, or nothing at all. */
const ASIDE = new RegExp(
  [
    "^(?:not|do not|don't|never|none of|no need|avoid|skip|skipped|omit|omitted|excluded?|rejected|discarded|dropped)\\b",
    "^(?:considered|ruled out|out of scope|unrelated|irrelevant)\\b",
    "^(?:notes?|why|reasons?|reasoning|rationale|explanations?|summary|analysis|evidence|background|context)\\b",
    "^(?:caveats?|limitations?|gaps?|coverage|references?|next steps?)\\b",
  ].join("|"),
);

/** A sentence that ends with a colon says too much to be judged by a word within it. */
function isAside({ level, words }: Heading): boolean {
  return ASIDE.test(words) || (level < COLON && AGAINST.test(words));
}

function sectionOf(words: string): AnswerSection {
  if (/^recommend(?:ed|ations?)\b/.test(words) && !AGAINST.test(words)) return "recommended";
  if (words === "not covered") return "gaps";
  return words === "sources" ? "sources" : "prose";
}
