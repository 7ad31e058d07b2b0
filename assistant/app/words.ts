import type { Step } from "./api.ts";

type Args = Record<string, unknown>;

/** What a call does, in plain words; by name, with what it asks for. */
const WORDS: Readonly<Record<string, (args: Args) => string>> = {
  identifier_lookup: ({ ids, text }) => `look up ${named(ids ?? text)}`,
  find_entities: ({ type, name_contains }) => `find ${plain(type) || "records"} named like ${named(name_contains)}`,
  trace_links: ({ ids }) => `follow the recorded links of ${named(ids)}`,
  keyword_search: ({ query }) => `search for the words ${quoted(query)}`,
  vector_search: ({ query }) => `search for what is close in meaning to ${quoted(query)}`,
  hybrid_search: ({ query }) => `search by words and meaning for ${quoted(query)}`,
  graph_neighbourhood: ({ id }) => `look at what is around ${named(id)} in the graph`,
  graph_impact: ({ id }) => `look for what a change of ${named(id)} reaches`,
  trace_coverage: ({ ids }) => `check which of ${named(ids)} have tests`,
  cypher_query: ({ query }) => `query the graph: ${plain(query)}`,
  sql_query: ({ query }) => `query the database: ${plain(query)}`,
  schema_overview: () => "see which tables there are",
  describe_relation: ({ relation }) => `see what the table ${named(relation)} holds`,
  kb_lookup: ({ terms }) => `look up the meaning of ${named(terms)}`,
  kb_search: ({ query }) => `search the knowledge base for ${quoted(query)}`,
  kb_resolve_term: ({ term }) => `find what ${quoted(term)} means`,
  kb_expand_query: ({ query }) => `find other words for ${quoted(query)}`,
  artifact_overview: ({ path }) => `look over the result ${named(path)}`,
  artifact_slice: ({ path }) => `read a part of ${named(path)}`,
  artifact_grep: ({ text }) => `search the results for ${quoted(text)}`,
  artifact_glob: ({ pattern }) => `list the results ${named(pattern)}`,
  write_response: ({ name }) => `write ${named(name)}`,
  export_results: ({ path }) => `export ${named(path)}`,
  collect_sources: () => "collect the sources",
  read_file: ({ file_path }) => `read ${named(file_path)}`,
  task: ({ description }) => `hand on: ${plain(description)}`,
};

/** `look up REQ-12`, to be put behind "wants to", or to begin a line. */
export function sentenceOf(tool: string, args: Args): string {
  const words = Object.hasOwn(WORDS, tool) ? WORDS[tool] : undefined;
  return clip(words ? words(args ?? {}) : `call ${tool}`, 240);
}

export function outcomeOf({ status, error, rows }: Step): string {
  if (error?.code === "rejected") return "you did not want this";
  if (status === "error") return `did not work: ${error?.message ?? "no reason was given"}`;
  return rows === null ? "done" : rows === 1 ? "1 result" : `${rows} results`;
}

function named(value: unknown): string {
  const items = Array.isArray(value) ? value.map(plain) : [plain(value)];
  const shown = items.slice(0, 4).join(", ");
  return items.length > 4 ? `${shown} and ${items.length - 4} more` : shown;
}

function quoted(value: unknown): string {
  return `“${plain(value)}”`;
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
