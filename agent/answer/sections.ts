import { isItem } from "./list-items.ts";

export type AnswerSection = "prose" | "recommended" | "gaps" | "sources";

/**
 * The lines of an answer by section, without the sections' headings. A heading is one of Markdown, or a line of its own that is bold, ends
 * with a colon or is underlined and says the name of a section. Deeper headings may divide the list into parts, but for those that by their
 * first words hold something else; behind a list that stands undivided they begin what is none of it, whatever they say, and so does a line
 * that says that there is nothing. Linear in each line's length: the text is hostile.
 */
export function splitSections(text: string): Record<AnswerSection, string[]> {
  const sections: Record<AnswerSection, string[]> = { prose: [], recommended: [], gaps: [], sources: [] };
  const lines = text.split(/\r?\n/);
  let section: AnswerSection = "prose";
  let level = 0;
  let list = newList();
  for (const [index, line] of lines.entries()) {
    const heading = headingOf(line, lines[index + 1]);
    const named = heading ? sectionOf(heading.words) : "prose";
    const isPart = heading && (heading.level > level || (level >= BOLD && heading.level >= BOLD && list.mayDivide()));
    if (section === "recommended" && named === "prose" && (!heading || isPart)) {
      list.take(line, heading);
      sections[list.isAside() ? "prose" : section].push(line);
      continue;
    }
    if (heading && (named !== "prose" || heading.level < BOLD || heading.level <= level)) {
      [section, level, list] = [named, heading.level, newList()];
      if (named !== "prose") continue;
    }
    sections[section].push(line);
  }
  return sections;
}

/** Follows a recommended list line by line, and says which lines are none of it. */
function newList() {
  /** The level of the heading that began what is none of the list; 0: it said that there is nothing. */
  let aside: number | null = null;
  let mayGoOn = false;
  let isDivided = false;
  let items = 0;
  return {
    take(line: string, heading: Heading | undefined): void {
      const isOne = isItem(line);
      const goesOn = isOne && mayGoOn && numberOf(line) === items + 1;
      if (heading && !isOne) {
        if (aside !== null && heading.level > aside) return;
        const rejects = saysRejected(heading, items);
        if (items === 0 && !rejects && heading.level < COLON) isDivided = true;
        const isOther = rejects || isOfSomethingElse(heading, items) || (items > 0 && !isDivided);
        aside = isOther ? heading.level : null;
        mayGoOn = !rejects && heading.level >= BOLD;
      } else if (aside === null) {
        if (isOne) items++;
        else if (items === 0 && NOTHING.test(line)) aside = 0;
      } else if (goesOn || (isOne && heading && heading.level <= aside)) {
        // What stood between was said of an item.
        aside = null;
        items++;
      }
    },
    isAside: () => aside !== null,
    mayDivide: () => items === 0 || isDivided,
  };
}

function numberOf(line: string): number {
  return Number(/^(?:\*\*|__)?(\d{1,6})[.)]/.exec(line)?.[1]);
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
  const [, signs, words] = /^ {0,3}(#{1,6})([ \t]+\S.*|[^\s#].*)$/.exec(line) ?? [];
  if (signs !== undefined) return isMarked(words!) ? { level: signs.length, words: plainWords(words!) } : undefined;
  if (line.length > SHORT || /^[ \t]|^$/.test(line)) return undefined;
  const [, bold] =
    /^(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?(?:\*{1,3}|__?)([^*_]+)(?:\*{1,3}|__?)(?=:|[ \t]*$)/.exec(line) ?? [];
  if (bold !== undefined && sectionOf(plainWords(bold)) !== "prose") return { level: BOLD, words: plainWords(bold) };
  const [, begun] = /^(?:\*\*|__)([^*_]+:)(?:\*\*|__)/.exec(line) ?? [];
  if (begun !== undefined) return { level: BOLD, words: plainWords(begun) };
  if (/^(?:\*\*|__)[^*_].*(?:\*\*|__)(?:$|:|[ \t]+\(.*\)[ \t]*$|[ \t]*$)/.test(line))
    return { level: BOLD, words: plainWords(line) };
  if (/^(?![-*+•|>]|\d+[.)]).*:[ \t]*$/.test(line)) return { level: COLON, words: plainWords(line) };
  const rule = /^(?:(=+)|-+)[ \t]*$/.exec(next ?? "");
  return rule && sectionOf(plainWords(line)) !== "prose"
    ? { level: rule[1] ? 1 : 2, words: plainWords(line) }
    : undefined;
}

/** Behind signs without a blank stands a heading only where it is a section's. */
function isMarked(words: string): boolean {
  return /^[ \t]/.test(words) || sectionOf(plainWords(words)) !== "prose";
}

/** Without emphasis, and without the number, letter or picture that stands before them. */
function plainWords(written: string): string {
  const words = written
    .replace(/\*\*|__|`/g, "")
    .trim()
    .replace(
      /^(?:(?:step[ \t]+)?(?:\d{1,2}|[A-Za-z]|[IVX]{2,4})[.):][ \t]+|(?:\p{So}|\p{Sk}|\ufe0f|\u200d)+[ \t]*){0,2}/iu,
      "",
    );
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
const REJECTED =
  "excluded|rejected|discarded|dropped|omitted|skipped|ruled out|left out|deprioriti[sz]ed|considered|obsolete|unaffected|out of scope";
/** Of a part of the list: in English, and by a few first words of German, French, Spanish and Chinese. */
const REJECTING = new RegExp(
  [
    "\\bnot (?:recommended|needed|required|necessary|relevant|affected)\\b|\\b(?:against|nobody|no longer)\\b",
    `^(?:${REJECTED})(?:$|[ \\t]*[:(,])|\\b(?:${REJECTED})(?: tests?| candidates?)?$|^(?:${REJECTED}) (?:tests?|candidates?)$`,
    "^(?:insufficient|closest|could not|nicht|kein|non|no recomend)\\b|^(?:不|未)",
    "\\bto (?:be )?(?:avoid|exclude|ignore|omit|reject|skip)\\w*",
  ].join("|"),
);
/** A part that by its name lists nothing. */
const OTHER =
  /^(?:notes?|why(?: .*)?|reasons?|reasoning|rationale|explanations?|summary|analysis|evidence|background|context|caveats?|limitations?|gaps?|coverage|references?|next steps?|risks?|traceability|(?:affected|related|covered) \w+|\w+ (?:affected|covered)|files?|commands?|how to .*)$/;
/** In the place of a list. */
const NOTHING =
  /^[ \t>*_+`-]*(?:(?:none|nothing)[*_]*(?:[ \t]+(?:found|known))?[ \t]*(?:[.;,!(–—-]|$)|no (?:supported )?recommendations?\b)/i;

/** Before any item a line with a colon leads to the list, whatever it says, unless it says so at once. */
function saysRejected({ level, words }: Heading, items: number): boolean {
  return level === COLON && items === 0
    ? /^(?:not recommended|excluded|rejected|left out|ruled out|none of the)\b/.test(words)
    : REJECTING.test(words);
}

function isOfSomethingElse({ level, words }: Heading, items: number): boolean {
  return OTHER.test(words) && (level < COLON || items > 0);
}

function sectionOf(words: string): AnswerSection {
  if (
    /^(?:(?:my|our|the|top|final|key|main|test|tests|overall)[ \t]+){0,2}recommend(?:ed|ations?)\b(?! (?:next|follow|action|reading|fix|but))/.test(
      words,
    ) &&
    !AGAINST.test(words)
  )
    return "recommended";
  if (words === "not covered") return "gaps";
  return words === "sources" ? "sources" : "prose";
}
