/** A number in prose that looks measured and has no source. */
interface UnsourcedFigure {
  line: number;
  text: string;
}

/** What is no figure of ours, in the order in which it is taken out. Each rule is as narrow as its comment says. */
const NOT_MEASURED: readonly RegExp[] = [
  // Examples, settings, limits, versions, formulas: in code.
  /^ {0,3}(`{3,})[\s\S]*?^ {0,3}\1/gm,
  /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g,
  // A table that a test holds to what happens, a generated one, any other comment.
  /<!-- held by \S+ -->[\s\S]*?<!-- \/held -->/g,
  /<!-- figures: [\s\S]*?<!-- \/figures -->/g,
  /<!--[\s\S]*?-->/g,
  // A figure that links to its source; the address of any other link.
  /\[[^[\]\n]*\]\([^)]*figures\/[\w-]+\.json#[^)]*\)/g,
  /(?<=\])\([^)]*\)/g,
  // The number of a row.
  /^\|[ *]*\d{1,2}[ *]*(?=\|)/gm,
  // Names that bear a number: cut-offs, standards, versions of products, models of embeddings.
  /@\d+/g,
  /\b(?:RFC|ISO|IEC|IEEE|TS|TR|UAX|Unicode|ECMA-|CommonMark|HTTP|TLS|BM)[ -]?\d[\d./-]*/g,
  /\b(?:Node|Node\.js|PostgreSQL|Neo4j|Python|Java|Deno|Ubuntu|Debian|Chromium|Apache|OpenTelemetry|ReqIF|WCAG|JSON Schema|Xray|TestRail|DuckDB|Vega-Lite|trec_eval|scipy|irr|irrCAC|lme4|clubSandwich|simple-statistics|fmin|stdlib|Inspect|LangGraph|LangChain|pgvector|PGlite|version|Fagerland)(?: version)?,? v?\d+(?:\.\d+)*(?:(?:, | or | and |, or )\d+(?:\.\d+)+)*/g,
  // Dates, years of publications.
  /\b\d{4}-\d\d(?:-\d\d)?\b/g,
  /(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d| ?(?:%|ms|s|MB|GB|kB|tokens)\b)/g,
];

const MEASURED: readonly RegExp[] = [
  /\d+ of (?:the )?\d[\d,.]*/,
  /(?:\d[\d,]*)?\.?\d+ ?%/,
  /\d[\d,.]*(?: (?:to|or|and) \d[\d,.]*)? ?(?:ms|µs|s|min|h|minutes?|seconds?|hours?|kB|KB|MB|GB|tokens?|times|points?|percent)\b/,
  /\d+:\d\d\b/,
  /(?<![\w.])\d*\.\d+(?!\w|\.\d)/,
  /\d{1,3}(?:,\d{3})+/,
  /\d{3,}/,
  /(?<=\|[ *]*)\d+(?=[ *]*(?:\||$))/,
];
const ANY_MEASURED = new RegExp(`(?<![\\w#@/.-])(?:${MEASURED.map(({ source }) => source).join("|")})`, "gm");

/** Every measured-looking number of a page that no source stands behind: those are links into `design/figures/`, or generated tables. */
export function unsourcedFigures(page: string): UnsourcedFigure[] {
  const prose = NOT_MEASURED.reduce((text, rule) => text.replaceAll(rule, blank), page);
  return [...prose.matchAll(ANY_MEASURED)].map((match) => ({
    line: prose.slice(0, match.index).split("\n").length,
    text: match[0],
  }));
}

/** Blanks keep the place of every line. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
