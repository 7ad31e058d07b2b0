/** An artifact named in a text. */
export interface Mention {
  /** As it was written. */
  text: string;
  /** Where it starts. */
  at: number;
  /** False for short words with a digit (`R17`, `N2`), which may or may not be one. */
  certain: boolean;
}

/**
 * Shapes of ids, whatever the corpus: what a tool generated (a GUID, or long letters behind an underscore, as in ReqIF),
 * words joined by hyphens with a number in the end, capitals with a number behind a blank, a path, a test in a source
 * file. What they mean is for the records to say.
 */
const SHAPES: readonly { pattern: RegExp; certain: boolean; fits?: (text: string) => boolean }[] = [
  { pattern: /_?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\w-])/, certain: true },
  { pattern: /_[A-Za-z0-9][\w-]{9,}/, certain: true, fits: (text) => /\d/.test(text) },
  {
    pattern: /[A-Za-z]+(?:[-_][A-Za-z0-9]+)*[-_][A-Za-z]*\d[A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*(?![\w/])/,
    certain: true,
    fits: isNumbered,
  },
  { pattern: /[A-Za-z][\w.-]*(?::\/|\/[\w.-]+\/)[\w./:{}=*[\]-]*[\w/\]}]/, certain: true },
  { pattern: /[A-Za-z]\w*\.[a-z]{1,5}::\w+/, certain: true },
  { pattern: /[a-z]\w*\.(?:c|py|ts|js|java|go|rs|sh|yaml|md)(?!\w)/, certain: true },
  { pattern: /[A-Z]{2,5}[ ]\d{2,}(?!\w)/, certain: true },
  { pattern: /[A-Za-z]{1,4}\d{1,6}(?![\w/-])/, certain: false },
];

/** `REQ-7` and `r-00011`, and not `Rel-18` or `non-3GPP`: a prefix in capitals, or a long number. */
function isNumbered(text: string): boolean {
  return /^[A-Z]{2,}[-_]/.test(text) || text.replace(/\D/g, "").length >= 3;
}

/** The ids in a text, each once, in order; nothing within the given parts (names in quotation marks). */
export function findMentions(text: string, parts: readonly { text: string; at: number }[]): Mention[] {
  const taken = parts.map((part) => ({ from: part.at, to: part.at + part.text.length + 2 }));
  const mentions: Mention[] = [];
  for (const { pattern, certain, fits } of SHAPES) {
    for (const match of text.matchAll(new RegExp(`(?<![\\w/:.-])${pattern.source}`, "g"))) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (fits && !fits(match[0])) continue;
      if (taken.some((range) => from < range.to && to > range.from)) continue;
      taken.push({ from, to });
      mentions.push({ text: match[0], at: from, certain });
    }
  }
  mentions.sort((a, b) => a.at - b.at);
  return mentions.filter((mention, index) => mentions.findIndex((other) => other.text === mention.text) === index);
}

export function findQuoted(text: string): { text: string; at: number }[] {
  return [...text.matchAll(/["“]([^"”\n]{2,200})["”]/g)].map((match) => ({ text: match[1] ?? "", at: match.index }));
}

/** The text with blanks where these parts stand; what follows keeps its place. */
export function blankOut(text: string, parts: readonly { text: string; at: number }[]): string {
  return parts.reduce(
    (rest, { text: part, at }) => rest.slice(0, at) + " ".repeat(part.length) + rest.slice(at + part.length),
    text,
  );
}
