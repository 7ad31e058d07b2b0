import type { StructuredTool } from "@langchain/core/tools";
import { hashOf } from "../../base/hash.ts";
import { compareText } from "../../base/text-order.ts";
import { LIVE_SOURCE, TOOL_FAMILIES, type ToolDescriptions, type ToolFamily } from "../contract/contract.ts";
import type { AgentLimits } from "../contract/limits.ts";
import { STUDY_LIMITS } from "../contract/limits.ts";
import { textWithout } from "../knowledge/without-tools.ts";
import type { CallRecord } from "../turns/call-log.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { argumentSchema } from "./argument-schema.ts";
import { artifactGlob } from "./artifact-glob.ts";
import { artifactGrep } from "./artifact-grep.ts";
import { artifactOverview } from "./artifact-overview.ts";
import { artifactSlice } from "./artifact-slice.ts";
import { runCall, type ToolCall } from "./call-tool.ts";
import { collectSources } from "./collect-sources.ts";
import { cypherQuery } from "./cypher-query.ts";
import { describeRelation } from "./describe-relation.ts";
import { exportResults } from "./export-results.ts";
import { findEntities } from "./find-entities.ts";
import { graphImpact } from "./graph-impact.ts";
import { graphNeighbourhood } from "./graph-neighbourhood.ts";
import { hybridSearch } from "./hybrid-search.ts";
import { identifierLookup } from "./identifier-lookup.ts";
import { kbExpandQuery } from "./kb-expand-query.ts";
import { kbLookup } from "./kb-lookup.ts";
import { kbResolveTerm } from "./kb-resolve-term.ts";
import { kbSearch } from "./kb-search.ts";
import { keywordSearch } from "./keyword-search.ts";
import { toLangChainTool } from "./langchain.ts";
import { lookupIssue } from "./lookup-issue.ts";
import { schemaOverview } from "./schema-overview.ts";
import { searchIssues } from "./search-issues.ts";
import { searchPatterns } from "./search-patterns.ts";
import { sourceOpen } from "./source-open.ts";
import { sourceSearch } from "./source-search.ts";
import { sqlQuery } from "./sql-query.ts";
import type { ToolDefinition } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";
import { traceCoverage } from "./trace-coverage.ts";
import { traceLinks } from "./trace-links.ts";
import { vectorSearch } from "./vector-search.ts";
import { writeResponse } from "./write-response.ts";

/** Every tool there is, by name. Lists, help, prompts and error texts derive from it. */
export const TOOLS = {
  identifier_lookup: identifierLookup,
  find_entities: findEntities,
  trace_links: traceLinks,
  keyword_search: keywordSearch,
  vector_search: vectorSearch,
  hybrid_search: hybridSearch,
  graph_neighbourhood: graphNeighbourhood,
  graph_impact: graphImpact,
  trace_coverage: traceCoverage,
  cypher_query: cypherQuery,
  sql_query: sqlQuery,
  schema_overview: schemaOverview,
  describe_relation: describeRelation,
  kb_lookup: kbLookup,
  kb_search: kbSearch,
  kb_resolve_term: kbResolveTerm,
  kb_expand_query: kbExpandQuery,
  artifact_overview: artifactOverview,
  artifact_slice: artifactSlice,
  artifact_grep: artifactGrep,
  artifact_glob: artifactGlob,
  write_response: writeResponse,
  export_results: exportResults,
  collect_sources: collectSources,
  source_search: sourceSearch,
  source_open: sourceOpen,
  search_issues: searchIssues,
  lookup_issue: lookupIssue,
  search_patterns: searchPatterns,
} as const satisfies Record<string, ToolDefinition>;

export type ToolName = keyof typeof TOOLS;

/** The tools of the context's families, for an agent. */
export function makeTools(context: ToolContext): StructuredTool[] {
  return definitions()
    .filter((tool) => context.families.includes(tool.family))
    .map((tool) => toLangChainTool(tool, { context, description: descriptionOf(tool, context) }));
}

/** Names of the tools over the substrate that an agent with these families lacks. */
export function toolsOutside(families: readonly ToolFamily[]): ToolName[] {
  const over = (Object.keys(TOOLS) as ToolName[]).filter((name) => TOOLS[name].family !== LIVE_SOURCE);
  return over.filter((name) => !families.includes(TOOLS[name].family));
}

/**
 * One call by name, exactly as an agent's call runs; also for calls that no tool takes (an unknown name, a family that is
 * switched off, arguments that were not JSON), which are recorded as errors.
 */
export function callTool(
  name: string,
  args: unknown,
  { review, ...context }: ToolContext & Pick<ToolCall, "review">,
): Promise<CallRecord> {
  const tool = definitions().find((candidate) => candidate.name === name);
  return runCall({ name, arguments: args, tool, refusal: refusalOf(name, tool, context), review, context });
}

function refusalOf(name: string, tool: ToolDefinition | undefined, { families }: ToolContext): ToolFailure | undefined {
  const usable = definitions().filter((candidate) => families.includes(candidate.family));
  const hint = `Tools: ${usable.map((candidate) => candidate.name).join(", ")}.`;
  if (!tool) return new ToolFailure("unknown_tool", `There is no tool "${name}".`, hint);
  return usable.includes(tool) ? undefined : new ToolFailure("family_disabled", `${name} is switched off.`, hint);
}

/** Hash over what a model is told of the tools: names, families, descriptions, argument schemas. */
export function toolCatalogHash(limits: AgentLimits = STUDY_LIMITS): string {
  return hashOf(describeTools(limits));
}

/** The version of each tool as an agent sees it: 48 bits of its hash, which change when a word of it or a limit in it does. */
export function toolVersions(limits: AgentLimits): Record<string, string> {
  return Object.fromEntries(describeTools(limits).map((tool) => [tool.name, hashOf(tool).slice(0, 12)]));
}

/** What a model is told of a tool: nothing of those that it lacks. */
function descriptionOf(
  { description }: ToolDefinition,
  { families, descriptions }: Pick<ToolContext, "families" | "descriptions">,
): string {
  const told = textWithout(description, toolsOutside(families));
  return descriptions === "compact" ? firstSentence(told) : told;
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** Name, family, description and argument schema of every tool of these families, by name. */
export function describeTools(
  limits: AgentLimits,
  families: readonly ToolFamily[] = TOOL_FAMILIES,
  descriptions: ToolDescriptions = "full",
): { name: string; family: string; description: string; schema: Record<string, unknown> }[] {
  return definitions()
    .filter((tool) => families.includes(tool.family))
    .map((tool) => ({
      name: tool.name,
      family: tool.family,
      description: descriptionOf(tool, { families, descriptions }),
      schema: argumentSchema(tool, limits, descriptions).json,
    }))
    .sort((a, b) => compareText(a.name, b.name));
}

function definitions(): ToolDefinition[] {
  return Object.values(TOOLS);
}
