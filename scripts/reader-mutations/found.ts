import { CODE, element, LINES, layout, OFT_ITEMS, objectsWith, places, ROWS } from "./layouts.ts";
import { DOCX_PARAGRAPHS } from "./made-inputs/documents.ts";
import type { RecordLayout } from "./mutations.ts";

interface FoundKind {
  reader: string;
  /** Of a file's path below its folder. */
  files: RegExp;
  layout: RecordLayout;
  /** Files of the same folder that the format requires. */
  beside?: readonly string[];
  /** The entry of a zip archive that is changed. */
  within?: string;
}

const kind = (reader: string, files: RegExp, own: RecordLayout, more: Partial<FoundKind> = {}): FoundKind => ({
  ...{ reader, files, layout: own },
  ...more,
});

const OBJECTS = layout(element("SPEC-OBJECT"), /IDENTIFIER="([^"]*)"/, /THE-VALUE="([^"]*)"/);
const RELATIONS = layout(element("SPEC-RELATION"), /<SPEC-OBJECT-REF>([^<]*)/, /<SOURCE>\s*<SPEC-OBJECT-REF>([^<]*)/);
const TABLE = layout(ROWS, /^"?([^",;\t\n]+)/, /^[^,;\t\n]*[,;\t]"?([^",;\t\n]+)/);
const TRIPLE = layout(LINES, /^(\S+)/, /^\S+\s+\S+\s+(\S+)/, "lines");
const TOPICS = layout(LINES, /^([^\t]+)\t/, /\t([^\n]*)/, "lines");
const JSON_LINE = layout(LINES, /"_id"\s*:\s*"([^"\\]*)"/, /"text"\s*:\s*"((?:[^"\\]|\\.)*)"/, "lines");
const YAML_TEXT = layout(LINES, null, /^(?: {2}(?![\w-]+:)|(?=[A-Z][a-z]+ ))(\w[^\n]*\S)/);
const STRINGS = layout((text) => places(text, /<si>[\s\S]*?<\/si>/g), null, /<t(?: [^>]*)?>([^<]+)/);
const PARAGRAPHS = layout((text) => places(text, /<p\b[^>]*>[^<]*<\/p>/g), null, /<p\b[^>]*>([^<]*)/);
const SPANS = layout(objectsWith("spanId"), /"spanId":\s*"([^"]*)"/, /"stringValue":\s*"([^"\\]*)"/);
const INPUT = /"input":\s*"([^"]*)"/;
const QUESTION = /"q":\s*"([^"]*)"/;

/** Which files each reader is given, and how records stand there. */
export const FOUND: readonly FoundKind[] = [
  kind("trec run", /trec[-_]eval\/results\.(test|trunc)$|\.run$/, TRIPLE),
  kind("trec qrels", /trec[-_]eval\/qrels\.(test|123)$|\.qrels$/, TRIPLE),
  kind("trec topics", /queries\.tsv$/, TOPICS),
  kind("csv", /(sources|agreement\/[^/]+)\/[^/]*\.csv$/, layout(ROWS, /^"?([^",\n]+)/, /^[^,]*,"?([^",\n]*)/)),
  kind("agreement", /agreement\/(irr|shrout)[^/]*\/[^/]*\.csv$/, layout(ROWS, null, /,"?([^",\n]*)\n?$/)),
  kind("trec", /formats\/trec\/[^/]+\/.*docs\.tsv$/, layout(LINES, /^([^\t]+)\t/, /\t([^\n]*)/)),
  kind(
    "trec",
    /formats\/trec\/.*topics\.[^/]*\.txt$/,
    layout(element("top"), /<num>\s*(?:Number:)?\s*(\S+)/, /<title>\s*([^\n<]*)/),
  ),
  kind("trec", /formats\/trec\/.*qrel[^/]*\.(tsv|txt)$/, TRIPLE),
  kind("beir", /queries\.tsv$/, TOPICS),
  kind(
    "beir",
    /beir\/.*qrels[^/]*(\/[^/]*)?\.tsv$/,
    layout(ROWS, /^(\S+)/, /^\S+\s+(?:\S+\s+)??(\S+)\s+\S+\s*$/, "lines"),
  ),
  kind("beir", /beir\/.*\.jsonl$/, JSON_LINE),
  kind(
    "enterprise-rag-bench",
    /enterprise-rag-bench\/questions\.jsonl$/,
    layout(LINES, /"question_id"\s*:\s*"([^"\\]*)"/, /"question"\s*:\s*"((?:[^"\\]|\\.)*)"/, "lines"),
    {
      beside: ["sources/confluence/people-ops/probation-acceleration-and-360-guidelines-2026.json"],
    },
  ),
  kind("azure-devops", /sources\/azure-devops\.csv$/, layout(ROWS, /^"?(\d+)/, /^[^,]*,[^,]*,"?([^",]*)/)),
  kind(
    "azure-devops",
    /azure-cli[^/]*\.json$/,
    layout(objectsWith("System.Title"), null, /"System.Title"\s*:\s*"([^"\\]*)"/),
  ),
  kind(
    "github-issues",
    /github-[^/]*issues\.json$/,
    layout(objectsWith("number"), /"number"\s*:\s*(\d+)/, /"title"\s*:\s*"([^"\\]*)"/),
  ),
  kind(
    "json",
    /sources\/xray-graphql\.json$/,
    layout(objectsWith("issueId"), /"issueId"\s*:\s*"([^"]*)"/, /"summary"\s*:\s*"([^"\\]*)"/),
  ),
  kind(
    "sphinx-needs",
    /\/(made-)?needs[^/]*\.json$|custom_needs[^/]*\.json$/,
    layout(objectsWith("docname"), /"id"\s*:\s*"([^"]*)"/, /"title"\s*:\s*"([^"\\]*)"/),
  ),
  kind("reqif", /\.reqif$/, OBJECTS),
  kind("reqif relation", /\.reqif$/, RELATIONS),
  kind(
    "junit",
    /(junit-xml|testsuites)\/[^/]*\.xml$/,
    layout(element("testcase"), /\bname="([^"]*)"/, /classname="([^"]*)"/),
  ),
  kind(
    "testlink",
    /testlink[^/]*\.xml$/,
    layout(element("testcase"), /<externalid>(?:<!\[CDATA\[)?([^<\]]*)/, /<testcase[^>]*\bname="([^"]*)"/),
  ),
  kind("testrail", /testrail[^/]*\.xml$/, layout(element("case"), /<id>([^<]*)/, /<title>([^<]*)/)),
  kind(
    "zephyr-scale",
    /zephyr-scale[^/]*\.xml$/,
    layout(element("testCase"), /<testCase[^>]*\bkey="([^"]*)"/, /<name>(?:<!\[CDATA\[)?([^<\]]*)/),
  ),
  kind("jira", /jira-[^/]*\.xml$/, layout(element("item"), /<key[^>]*>([^<]*)/, /<summary>([^<]*)/)),
  kind("table", /sources\/tests\.csv$|test-management\/[^/]*\.csv$/, TABLE),
  kind("table xlsx", /\.xls[xm]$/, STRINGS, { within: "xl/sharedStrings.xml" }),
  kind("gherkin", /\.feature$/, layout(LINES, null, /^[^#:]*:\s*(\S[^\n]*)/)),
  kind("robot", /\.(robot|resource)$/, layout(LINES, null, /^([^\s*#.][^\n]*?)[ \t]*$/m)),
  kind("robot", /robot[^/]*\/[^/]*\.xml$/, layout(element("test"), /\bid="([^"]*)"/, /\bname="([^"]*)"/)),
  kind("strictdoc", /\.sdoc$/, layout(LINES, null, /^(?:UID|TITLE|STATEMENT): ([^\n>|]+)/)),
  kind(
    "openfasttrace",
    /openfasttrace\/[^/]+\/doc\/[^/]*\.md$/,
    layout(OFT_ITEMS, /~([\w.-]+)~/, /`\s+([A-Z][^\n]*\S)/),
  ),
  kind("openfasttrace", /openfasttrace\/.*\.adoc$/, layout(LINES, null, /^([A-Z][^\n]*\S)/)),
  kind("markdown", /docs\/requirements\/[^/]*\.md$/, layout(LINES, null, /^- \*\*[^*]*\*\*:? ?([^\n]*\S)/)),
  kind("doorstop", /doorstop\/.*[A-Z]+\d+\.(yml|md)$/, YAML_TEXT, { beside: [".doorstop.yml"] }),
  kind("code", /\.(java|c)$/, layout(CODE, null, /"([^"\\]*)"/)),
  kind(
    "code",
    /\.py$/,
    layout((text) => places(text, /^ *def .*\n(?: +.*\n|\n)+/gm), null, /"([^"\\\n]*)"/),
  ),
  kind("html", /documents\/html\/[^/]*\.html$/, PARAGRAPHS),
  kind("docx", /\.docx$/, DOCX_PARAGRAPHS, { within: "word/document.xml" }),
  kind("audit Inspect AI", /audit\/inspect-clean\.json$/, layout(objectsWith("epoch"), null, INPUT)),
  kind(
    "audit promptfoo",
    /audit\/promptfoo-good\.json$/,
    layout(objectsWith("promptIdx"), null, /"vars":\s*\{\s*"q":\s*"([^"]*)"/),
  ),
  kind(
    "audit lm-evaluation-harness",
    /lm-eval\/clean\/samples[^/]*\.jsonl$/,
    layout(LINES, null, /"arg_0":\s*"((?:[^"\\]|\\.)*)"/, "lines"),
  ),
  kind(
    "audit Harbor",
    /hello-world__1\/result\.json$/,
    layout(objectsWith("trial_name"), null, /"task_name":\s*"([^"]*)"/),
  ),
  kind("audit DeepEval", /deepeval\/clean\.json$/, layout(objectsWith("actualOutput"), null, INPUT)),
  kind("audit Ragas", /ragas\/clean\.csv$/, layout(ROWS, null, /^"?([^",\n]+)/, "csv")),
  kind("audit LangSmith", /langsmith\/clean\.csv$/, layout(ROWS, null, /^"?([^",\n]+)/, "csv")),
  kind("audit Langfuse", /langfuse\/clean\.json$/, layout(objectsWith("experimentItemId"), null, QUESTION)),
  kind("audit Phoenix", /phoenix\/clean\.json$/, layout(objectsWith("repetition_number"), null, QUESTION)),
  kind("audit Braintrust", /braintrust\/clean\.jsonl$/, layout(LINES, null, INPUT, "lines")),
  kind("audit TREC RAG nuggets", /nuggets\/clean\.jsonl$/, layout(LINES, null, /"query":\s*"([^"]*)"/, "lines")),
  kind("audit TREC run", /audit\/trec\/clean\.run$/, layout(LINES, null, /^(\S+)/, "lines"), { beside: ["qrels.txt"] }),
  kind("audit CSV", /audit\/csv\/clean\.csv$/, layout(ROWS, /^([^,]+)/, /^(?:[^,]*,){3}([^,]*)/, "csv")),
  kind("atif", /trajectories\/[^/]*\.json$/, layout(objectsWith("source"), null, /"message":\s*"([^"]*)"/)),
  kind("otlp", /traces\/[^/]*\.jsonl$/, SPANS),
];
