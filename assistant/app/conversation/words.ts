import type { Step } from "../service/wire.ts";
import { clip, countOf } from "../ui/text.tsx";

type Args = Record<string, unknown>;

interface Words {
  /** What a call will do, and what it did: `look up`, `looked up`. */
  verb: readonly [string, string];
  what?(args: Args): string;
  /** What its rows are. */
  rows?: readonly [string, string?];
}

/** What a call does, in plain words; by name, with what it asks for. */
const WORDS: Readonly<Record<string, Words>> = {
  identifier_lookup: {
    verb: ["look up", "looked up"],
    what: ({ ids, text }) => (ids === undefined ? `what ${quoted(text, 80)} names` : named(ids)),
    rows: ["record"],
  },
  find_entities: {
    verb: ["find", "looked for"],
    what: ({ type, name_contains }) =>
      `${plain(type).replaceAll("_", " ") || "records"} named like ${named(name_contains)}`,
    rows: ["record"],
  },
  trace_links: {
    verb: ["follow", "followed"],
    what: ({ ids }) => `the recorded links of ${named(ids)}`,
    rows: ["linked test or item", "linked tests and items"],
  },
  keyword_search: {
    verb: ["search", "searched"],
    what: ({ query }) => `for the words ${quoted(query)}`,
    rows: ["match", "matches"],
  },
  vector_search: {
    verb: ["search", "searched"],
    what: ({ query }) => `for what is close in meaning to ${quoted(query)}`,
    rows: ["match", "matches"],
  },
  hybrid_search: {
    verb: ["search", "searched"],
    what: ({ query }) => `by words and meaning for ${quoted(query)}`,
    rows: ["match", "matches"],
  },
  graph_neighbourhood: {
    verb: ["look", "looked"],
    what: ({ id }) => `at what is around ${named(id)} in the graph`,
    rows: ["neighbour"],
  },
  graph_impact: {
    verb: ["look", "looked"],
    what: ({ id }) => `for the tests that a change of ${named(id)} reaches`,
    rows: ["test"],
  },
  trace_coverage: {
    verb: ["check", "checked"],
    what: ({ ids, only_uncovered }) => `${named(ids)} for ${only_uncovered ? "what has no test" : "their tests"}`,
    rows: ["item"],
  },
  cypher_query: { verb: ["query", "queried"], what: ({ query }) => `the graph: ${plain(query)}`, rows: ["row"] },
  sql_query: { verb: ["query", "queried"], what: ({ query }) => `the database: ${plain(query)}`, rows: ["row"] },
  schema_overview: { verb: ["see", "saw"], what: () => "which tables there are", rows: ["table"] },
  describe_relation: {
    verb: ["see", "saw"],
    what: ({ relation }) => `what the table ${named(relation)} holds`,
    rows: ["column"],
  },
  kb_lookup: {
    verb: ["look up", "looked up"],
    what: ({ terms }) => `the meaning of ${named(terms)}`,
    rows: ["entry", "entries"],
  },
  kb_search: {
    verb: ["search", "searched"],
    what: ({ query }) => `the knowledge base for ${quoted(query)}`,
    rows: ["entry", "entries"],
  },
  kb_resolve_term: {
    verb: ["find out", "looked"],
    what: ({ term }) => `what ${quoted(term)} means`,
    rows: ["meaning"],
  },
  kb_expand_query: {
    verb: ["look", "looked"],
    what: ({ query }) => `for other words for ${quoted(query)}`,
    rows: ["other word"],
  },
  artifact_overview: { verb: ["look", "looked"], what: ({ path }) => `over the result ${named(path)}` },
  artifact_slice: { verb: ["read", "read"], what: ({ path }) => `on in the result ${named(path)}` },
  artifact_grep: { verb: ["search", "searched"], what: ({ text }) => `the results for ${quoted(text)}` },
  artifact_glob: { verb: ["list", "listed"], what: ({ pattern }) => `the results ${named(pattern)}` },
  write_response: { verb: ["write", "wrote"], what: ({ name }) => named(name) },
  export_results: { verb: ["export", "exported"], what: ({ path }) => named(path) },
  collect_sources: { verb: ["collect", "collected"], what: () => "the sources" },
  source_search: {
    verb: ["search", "searched"],
    what: ({ source, keywords }) =>
      `${plain(source)} for ${list(keywords)
        .map((one) => quoted(one))
        .join(", ")}`,
    rows: ["item"],
  },
  source_open: {
    verb: ["open", "opened"],
    what: ({ source, id }) => `${plain(id)} in ${plain(source)}`,
    rows: ["text"],
  },
  search_issues: {
    verb: ["search", "searched"],
    what: ({ query }) => `reports of faults for ${quoted(query)}`,
    rows: ["report"],
  },
  lookup_issue: { verb: ["read", "read"], what: ({ key }) => `the report ${named(key)}`, rows: ["report"] },
  search_patterns: {
    verb: ["search", "searched"],
    what: ({ query }) => `fault patterns for ${quoted(query)}`,
    rows: ["pattern"],
  },
  read_file: { verb: ["read", "read"], what: ({ file_path }) => named(file_path) },
  task: { verb: ["hand on", "handed on"], what: ({ description }) => `a part of the work: ${plain(description)}` },
};

/** `look up REQ-12`, to be put behind "wants to". */
export function proposalOf(tool: string, args: Args): string {
  return say(tool, args, 0);
}

/** `Looked up REQ-12`, to begin a line. */
export function sentenceOf(tool: string, args: Args): string {
  const words = say(tool, args, 1);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

function say(tool: string, args: Args, tense: 0 | 1): string {
  const words = Object.hasOwn(WORDS, tool) ? WORDS[tool] : undefined;
  if (!words) return clip(`${["call", "called"][tense]} ${tool}`, 240);
  return clip(`${words.verb[tense]} ${words.what?.(args ?? {}) ?? ""}`.trim(), 240);
}

export function outcomeOf({ tool, status, error, rows, truncated }: Step): string {
  if (error?.code === "rejected") return "you did not want this";
  if (status === "error") return `did not work: ${error?.message ?? "no reason was given"}`;
  if (rows === null) return "done";
  const [one, many] = (Object.hasOwn(WORDS, tool) && WORDS[tool]!.rows) || ["result"];
  return `${rows === 0 ? `no ${one}` : countOf(rows, one, many)}${truncated ? ", not all of them read" : ""}`;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function named(value: unknown): string {
  const items = list(value).map(plain);
  const shown = items.slice(0, 4).join(", ");
  return items.length > 4 ? `${shown} and ${items.length - 4} more` : shown;
}

function quoted(value: unknown, length = 160): string {
  return `“${clip(plain(value).replace(/\s+/g, " ").trim(), length)}”`;
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
