import type { RecordLayout } from "./mutations.ts";

/** Lines with something in them, each with its end. */
export const LINES = (text: string) => places(text, /[^\n]*\S[^\n]*(?:\n|$)/g);
/** The same without the first, which names columns. */
export const ROWS = (text: string) => LINES(text).slice(1);

export function places(text: string, expression: RegExp): { start: number; end: number }[] {
  return [...text.matchAll(expression)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

const element = (name: string) => (text: string) =>
  places(text, new RegExp(`<(?:\\w+:)?${name}\\b[^>]*?(?:/>|>[\\s\\S]*?</(?:\\w+:)?${name}>)`, "g"));

/** An id in a line of its own, and the paragraph below. */
const OFT_ITEMS = (text: string) => places(text, /`\w+~[\w.-]+~\d+`\n+[A-Z][^\n]*\n/g);

/** Objects of a list that hold a key: from a brace to the one that closes it. */
export function objectsWith(key: string) {
  return (text: string): { start: number; end: number }[] =>
    places(text, new RegExp(`"${key}"\\s*:`, "g")).flatMap(({ start }) => objectAround(text, start) ?? []);
}

function objectAround(text: string, at: number): { start: number; end: number } | null {
  let depth = 0;
  let start = at;
  while (start >= 0 && depth >= 0) {
    start--;
    if (text[start] === "}") depth++;
    else if (text[start] === "{") depth--;
  }
  depth = 0;
  for (let end = start; end < text.length; end++) {
    if (text[end] === "{") depth++;
    else if (text[end] === "}" && --depth === 0) return { start, end: end + 1 };
  }
  return null;
}

export const layout = (records: RecordLayout["records"], id: RegExp | null, wording: RegExp): RecordLayout => ({
  records,
  id,
  wording,
});

const JSON_LINE = layout(LINES, /"_id"\s*:\s*"([^"\\]*)"/, /"text"\s*:\s*"((?:[^"\\]|\\.)*)"/);

/** Reader, file below the folder, and how its records stand there. */
export const INPUTS: readonly (readonly [reader: string, path: string, layout: RecordLayout])[] = [
  ["trec run", "trec-eval/results.test", layout(LINES, /^(\S+)/, /^\S+\s+\S+\s+(\S+)/)],
  ["trec qrels", "trec-eval/qrels.test", layout(LINES, /^(\S+)/, /^\S+\s+\S+\s+(\S+)/)],
  ["trec topics", "formats/beir/pyserini-nfcorpus/nfcorpus-queries.tsv", layout(LINES, /^([^\t]+)\t/, /\t([^\n]*)/)],
  ["csv", "sources/azure-devops.csv", layout(ROWS, /^"?(\d+)/, /^[^,]*,[^,]*,"?([^",]*)/)],
  ["trec", "formats/trec/lightning-ir/corpus/docs.tsv", layout(LINES, /^([^\t]+)\t/, /\t([^\n]*)/)],
  [
    "trec",
    "formats/trec/anserini/topics.Trec.txt",
    layout(element("top"), /<num>\s*(?:Number:)?\s*(\S+)/, /<title>\s*([^\n<]*)/),
  ],
  ["trec", "formats/trec/lightning-ir/corpus/qrels.tsv", layout(LINES, /^(\S+)/, /^\S+\s+\S+\s+(\S+)/)],
  ["beir", "formats/beir/pyserini-nfcorpus/nfcorpus-queries.tsv", layout(LINES, /^([^\t]+)\t/, /\t([^\n]*)/)],
  ["beir", "formats/beir/pyserini-nfcorpus/nfcorpus-qrels.tsv", layout(ROWS, /^(\S+)/, /^\S+\s+\S+\s+(\S+)/)],
  ["table xlsx", "sources/tests.csv", layout(ROWS, /^"?([^",;\t\n]+)/, /^[^,;\t\n]*[,;\t]"?([^",;\t\n]+)/)],
  ["beir", "sources/beir/corpus.jsonl", JSON_LINE],
  ["azure-devops", "sources/azure-devops.csv", layout(ROWS, /^"?(\d+)/, /^[^,]*,[^,]*,"?([^",]*)/)],
  [
    "azure-devops",
    "formats/trackers/azure-cli-work-items.json",
    layout(objectsWith("System.Title"), null, /"System.Title"\s*:\s*"([^"\\]*)"/),
  ],
  [
    "github-issues",
    "formats/trackers/github-betamax-issues.json",
    layout(objectsWith("number"), /"number"\s*:\s*(\d+)/, /"title"\s*:\s*"([^"\\]*)"/),
  ],
  [
    "json",
    "sources/xray-graphql.json",
    layout(objectsWith("issueId"), /"issueId"\s*:\s*"([^"]*)"/, /"summary"\s*:\s*"([^"\\]*)"/),
  ],
  [
    "sphinx-needs",
    "formats/sphinx-needs/needs-json/custom_needs_test.json",
    layout(objectsWith("id_complete"), /"id"\s*:\s*"([^"]*)"/, /"title"\s*:\s*"([^"\\]*)"/),
  ],
  [
    "reqif",
    "formats/reqif/strictdoc-export.reqif",
    layout(element("SPEC-OBJECT"), /IDENTIFIER="([^"]*)"/, /THE-VALUE="([^"]*)"/),
  ],
  ["reqif", "sources/small.reqif", layout(element("SPEC-OBJECT"), /IDENTIFIER="([^"]*)"/, /THE-VALUE="([^"]*)"/)],
  [
    "reqif relation",
    "sources/small.reqif",
    layout(element("SPEC-RELATION"), /<SPEC-OBJECT-REF>([^<]*)/, /<SOURCE>\s*<SPEC-OBJECT-REF>([^<]*)/),
  ],
  [
    "junit",
    "formats/junit-xml/made-pytest.xml",
    layout(element("testcase"), /\bname="([^"]*)"/, /classname="([^"]*)"/),
  ],
  [
    "testlink",
    "sources/testlink.xml",
    layout(element("testcase"), /<externalid>(?:<!\[CDATA\[)?([^<\]]*)/, /<testcase[^>]*\bname="([^"]*)"/),
  ],
  ["testrail", "sources/testrail.xml", layout(element("case"), /<id>([^<]*)/, /<title>([^<]*)/)],
  [
    "zephyr-scale",
    "sources/zephyr-scale.xml",
    layout(element("testCase"), /<testCase[^>]*\bkey="([^"]*)"/, /<name>(?:<!\[CDATA\[)?([^<\]]*)/),
  ],
  [
    "jira",
    "formats/trackers/jira-gojira-indented.xml",
    layout(element("item"), /<key[^>]*>([^<]*)/, /<summary>([^<]*)/),
  ],
  ["table", "sources/tests.csv", layout(ROWS, /^"?([^",;\t\n]+)/, /^[^,;\t\n]*[,;\t]"?([^",;\t\n]+)/)],
  ["gherkin", "formats/gherkin/cucumber-testdata/i18n_fr.feature", layout(LINES, null, /^[^#:]*:\s*(\S[^\n]*)/)],
  ["robot", "formats/robot/vmware-vic/1-03-Docker-Images.robot", layout(LINES, null, /^([^\s*#.][^\n]*?)[ \t]*$/m)],
  ["robot", "formats/robot/made-robot-output.xml", layout(element("test"), /\bid="([^"]*)"/, /\bname="([^"]*)"/)],
  [
    "strictdoc",
    "formats/strictdoc/strictdoc-own/strictdoc_25_design.sdoc",
    layout(LINES, null, /^(?:UID|TITLE|STATEMENT): ([^\n>|]+)/),
  ],
  [
    "openfasttrace",
    "formats/openfasttrace/row-level-security/doc/system_requirements.md",
    layout(OFT_ITEMS, /~([\w.-]+)~/, /`\s+([A-Z][^\n]*\S)/),
  ],
  [
    "markdown",
    "formats/gherkin/cynodeai/docs/requirements/identy.md",
    layout(LINES, null, /^- \*\*[^*]*\*\*:? ?([^\n]*\S)/),
  ],
];
