import { expect, it } from "vitest";
import { evidenceIn } from "../../../agent/answer/evidence.ts";
import type { ToolName } from "../../../agent/tools/registry.ts";
import { idReader } from "../../../base/ids/id-reader.ts";
import { nonEmpty } from "../../non-empty.ts";
import { useTools } from "./context.ts";

/** An id of the corpus' shape that no record has. */
const MADE_UP = "TC-9999999";
const ids = idReader([], { idPatterns: [{ pattern: "TC-\\d+" }] });
const bench = useTools();

/** Each tool asked for it, in every argument that takes a text. */
const ASKED: Readonly<Record<ToolName, Record<string, unknown>>> = {
  identifier_lookup: { ids: [`TC-1001 [${MADE_UP}]`] },
  find_entities: { type: "test_case", name_contains: MADE_UP, quality_area: MADE_UP },
  trace_links: { ids: [MADE_UP] },
  keyword_search: { query: MADE_UP },
  vector_search: { query: MADE_UP },
  hybrid_search: { query: MADE_UP },
  graph_neighbourhood: { id: MADE_UP },
  graph_impact: { id: MADE_UP },
  trace_coverage: { ids: [MADE_UP] },
  cypher_query: { query: `UNWIND ['${MADE_UP}'] AS id RETURN id` },
  sql_query: { query: `SELECT '${MADE_UP}' AS id` },
  schema_overview: {},
  describe_relation: { relation: MADE_UP },
  kb_lookup: { terms: [MADE_UP] },
  kb_search: { query: MADE_UP },
  kb_resolve_term: { term: MADE_UP },
  kb_expand_query: { query: `HO of ${MADE_UP}` },
  artifact_overview: { path: "/workspace/notes.json" },
  artifact_slice: { path: "/workspace/notes.json" },
  artifact_grep: { text: MADE_UP },
  artifact_glob: { pattern: `/workspace/*` },
  write_response: { name: "notes", markdown: MADE_UP },
  export_results: { path: "/workspace/notes.json", name: "notes", columns: [MADE_UP] },
  collect_sources: { paths: ["/workspace/notes.json"], titles: [MADE_UP] },
  source_search: { query: MADE_UP, source: MADE_UP },
  source_open: { id: MADE_UP },
  search_issues: { query: MADE_UP },
  lookup_issue: { key: MADE_UP },
  search_patterns: { query: MADE_UP },
};

/** Those that find nothing to look into here. */
const FAILS: Readonly<Partial<Record<ToolName, string>>> = {
  ...{ describe_relation: "not_found", source_search: "family_disabled", source_open: "family_disabled" },
};

it.each(nonEmpty(Object.keys(ASKED) as ToolName[]))(
  "%s is no evidence of an id because it was asked for",
  async (tool) => {
    const context = bench.context();
    await context.files.write("/workspace/notes.json", JSON.stringify({ rows: [{ [MADE_UP]: MADE_UP }] }));
    const { record } = await bench.call(tool, ASKED[tool], context);
    const result = record.resultPath && ((await context.files.readText(record.resultPath)) ?? undefined);
    expect([record.error?.code, evidenceIn({ ...record, result }, ids)(MADE_UP)]).toEqual([FAILS[tool], false]);
  },
);
