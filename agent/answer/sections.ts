import { isItem } from "./list-items.ts";

export type AnswerSection = "prose" | "recommended" | "gaps" | "sources";

/**
 * The lines of an answer by section, without the sections' headings. A heading is one of Markdown, or a line of its own that is bold, ends
 * with a colon, or is underlined or of few words and says the name of a section; what stands in its line behind a bold one is the section's.
 * Where `isWide`, a list of tests may also stand under other words that say that they are to be run. Deeper headings may divide the list
 * into parts, but for those that by their first words hold something else; behind a list that stands undivided they begin what is none of
 * it, whatever they say, and so does a line that says that there is nothing. Linear in each line's length: the text is hostile.
 */
export function splitSections(text: string, isWide = false): Record<AnswerSection, string[]> {
  const sections: Record<AnswerSection, string[]> = { prose: [], recommended: [], gaps: [], sources: [] };
  const lines = text.split(/\r?\n/);
  let section: AnswerSection = "prose";
  let level = 0;
  let list = newList();
  for (const [index, line] of lines.entries()) {
    const heading = headingOf(line, lines[index + 1], isWide);
    const named = heading?.section ?? "prose";
    const isPart =
      heading &&
      (heading.level > level || (level >= BOLD && heading.level >= BOLD && (list.mayDivide() || isItem(line))));
    if (section === "recommended" && named === "prose" && (!heading || isPart)) {
      sections[list.take(line, heading) ? section : "prose"].push(line);
      continue;
    }
    if (heading && (named !== "prose" || heading.level < BOLD || heading.level <= level)) {
      [section, level, list] = [named, heading.level, newList()];
      if (named !== "prose") {
        if (named === "recommended" && CORRECTED.test(heading.words)) sections.recommended = [];
        if (heading.rest) sections[section].push(heading.rest);
        continue;
      }
    }
    sections[section].push(line);
  }
  return sections;
}

/** Follows a recommended list line by line, and says which lines are of it. */
function newList() {
  /** The level of the heading that began what is none of the list; 0: it said that there is nothing. */
  let aside: number | null = null;
  let mayGoOn = false;
  let isDivided = false;
  let items = 0;
  return {
    take(line: string, heading: Heading | undefined): boolean {
      const isOne = isItem(line);
      const goesOn = isOne && mayGoOn && numberOf(line) === items + 1;
      if (heading && !isOne) {
        if (aside !== null && heading.level > aside) return false;
        const rejects = saysRejected(heading, items);
        if (items === 0 && !rejects && heading.level < COLON) isDivided = true;
        const isOther = rejects || isOfSomethingElse(heading, items) || (items > 0 && !isDivided);
        aside = isOther ? heading.level : null;
        mayGoOn = !rejects && heading.level >= BOLD;
      } else if (aside === null) {
        if (isOne) items++;
        else if (items === 0 && NOTHING.test(line)) {
          aside = 0;
          return true;
        }
      } else if (goesOn || (isOne && heading && heading.level <= aside)) {
        // What stood between was said of an item.
        aside = null;
        items++;
      }
      return aside === null;
    },
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
  section: AnswerSection;
  /** What stands behind it in its line. */
  rest: string;
}

/** Below those of Markdown, which have six levels. */
const BOLD = 7;
const COLON = 8;
/** Words of a heading that no sign of Markdown's marks. */
const SHORT = 100;

const BOLD_LABEL = /^(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?(?:\*{1,3}|__?)([^*_]+)(?:\*{1,3}|__?)(?:[:：]|[ \t]*$)/;
const BOLD_BEGUN = /^(?:\*\*|__)([^*_]+[:：])(?:\*\*|__)/;
const BOLD_LINE = /^(?:\*\*|__)[^*_].*(?:\*\*|__)(?:$|:|[ \t]+\(.*\):?[ \t]*$|[ \t]*$)/;
const COLON_LINE = /^(?![-*+•|>]|\d+[.)]).*[:：][ \t]*$/;
const FEW_WORDS = /^\p{L}[\p{L} ]{1,40}$/u;

function headingOf(line: string, next: string | undefined, isWide: boolean): Heading | undefined {
  const at = (level: number, written: string, end = line.length): Heading => {
    const words = plainWords(written);
    return { level, words, section: sectionOf(words, isWide && level), rest: line.slice(end).trim() };
  };
  const named = (heading: Heading) =>
    heading.section === "prose" && !SAYS_REJECTED.test(heading.words) ? undefined : heading;
  const [, signs, marked] = /^ {0,3}(#{1,6})([ \t]+\S.*|[^\s#].*)$/.exec(line) ?? [];
  if (signs !== undefined) {
    // Behind signs without a blank stands a heading only where it is a section's.
    const heading = at(signs.length, marked!);
    return /^[ \t]/.test(marked!) ? heading : named(heading);
  }
  if (/^[ \t]|^$/.test(line)) return undefined;
  const start = line.slice(0, SHORT);
  const [label, bold] = BOLD_LABEL.exec(start) ?? BOLD_BEGUN.exec(start) ?? [];
  const labelled = label === undefined ? undefined : named(at(BOLD, bold!, label.length));
  if (labelled || line.length > (isWide ? 2 * SHORT : SHORT)) return labelled;
  const begun = BOLD_BEGUN.exec(line)?.[1];
  if (begun !== undefined) return at(BOLD, begun);
  if (BOLD_LINE.test(line)) return at(BOLD, line);
  if (COLON_LINE.test(line)) return at(COLON, line);
  const rule = /^(?:(=+)|-+)[ \t]*$/.exec(next ?? "");
  if (rule) return named(at(rule[1] ? 1 : 2, line));
  return FEW_WORDS.test(line) ? named(at(BOLD, line)) : undefined;
}

/** Without emphasis, and without the number, letter or picture that stands before them. */
function plainWords(written: string): string {
  return written
    .slice(0, 2 * SHORT)
    .replace(/\*\*|__|`/g, "")
    .trim()
    .replace(
      /^(?:(?:step[ \t]+)?(?:\d{1,2}|[A-Za-z]|[IVX]{2,4})[.):][ \t]+|(?:\p{So}|\p{Sk}|\ufe0f|\u200d)+[ \t]*){0,2}/iu,
      "",
    )
    .replace(/^[*_]+|[\s#]*[:：]?[*_\s]*$/g, "")
    .toLowerCase();
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
    `^(?:${REJECTED})(?:$|[ \\t]*[:(,])|\\b(?:${REJECTED})(?: tests?| candidates?)?$|^(?:${REJECTED}) (?:tests?|test cases?|candidates?)$`,
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

/** At once. */
const SAYS_REJECTED =
  /^(?:not (?:recommended|needed|required|necessary|relevant)|excluded|rejected|skip|left out|ruled out|none of the)\b/;

/** Before any item a line with a colon leads to the list, whatever it says, unless it says so at once. */
function saysRejected({ level, words }: Heading, items: number): boolean {
  return level === COLON && items === 0 ? SAYS_REJECTED.test(words) : REJECTING.test(words);
}

function isOfSomethingElse({ level, words }: Heading, items: number): boolean {
  return OTHER.test(words) && (level < COLON || items > 0);
}

const RECOMMENDED =
  /^(?:(?:my|our|the|top|final|key|main|test|tests|overall|primary|corrected|revised|updated)[ \t]+){0,2}recommend(?:ed|ations?)\b(?! (?:next|follow|action|reading|fix|but|new))|^(?:empf(?:ohlen|ehlung)|recommand|recomend|raccomanda|推荐|建议(?:运行|执行)|推奨|권장)/;
/** Of a list in the place of the one before. */
const CORRECTED = /(?:^|\()(?:corrected|revised|updated)\b/;
/** What such a list is called otherwise: by what it holds, by how urgent that is, or by a line that leads to it. */
const TESTS =
  /^(?:(?:the|all|final|relevant|affected|impacted|related|suggested|proposed|selected|matching|existing|linked)[ \t]+){0,2}test(?:s|[ -]?(?:cases?|plans?))(?:$|[ \t]+(?:to[ \t]+(?:run|execute|be)|for|by)\b|[ \t]*\()/;
const URGENT =
  /^(?:must|should|could|nice)(?:[ -](?:run|test|have|to have))?$|^(?:p[0-4]|(?:tier|priority)[ \t]+\d|(?:highest|high|medium|low)(?:[ \t]+priority)?|critical|optional)(?:$|[ \t]*[(:–—-])/;
const LEADING =
  /.(?:recomm[ae]nd|recomend|empf[eo]hl|推荐|推奨)|^(?!.*\b(?:skip|ignor|omit|dismiss))(?=.*\b(?:tests?|test cases?|test plans?)\b)(?=.*\b(?:run|execute[ds]?|relevant|matter|affected|impacted)\b)/;

function sectionOf(words: string, wideLevel: number | false): AnswerSection {
  if (words === "not covered") return "gaps";
  if (words === "sources") return "sources";
  const isOfTests =
    wideLevel !== false &&
    !REJECTING.test(words) &&
    (TESTS.test(words) || URGENT.test(words) || (wideLevel >= BOLD && LEADING.test(words) && !OTHER.test(words)));
  return (RECOMMENDED.test(words) || isOfTests) && !AGAINST.test(words) ? "recommended" : "prose";
}
