import { type Evidence, type EvidenceKind, type FoundTest, FoundTests } from "../found-tests.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import type { ResultRow, ResultView } from "../reading/result-view.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { toolOrder } from "./classify.ts";
import { perform } from "./perform.ts";
import { quoteCypher, quoteSql, relationsOf } from "./queries.ts";
import { allRows, factList, testCaseOf, textOf } from "./rows.ts";

/** An artifact whose tests are sought. */
export interface StartItem {
  id: string;
  title: string;
  type: string;
}

/** What a search for one subject's tests came to. */
export interface LinkResult {
  findings: FoundTests;
  /** The records have no such id. */
  missing: boolean;
  /** A tool said something, if only that there is nothing. */
  answered: boolean;
}

type Way = (state: TurnState, subject: StartItem, deep: boolean) => Strategy<LinkResult>;

/** Ways to the tests of a subject, by the tool that each takes. */
const WAYS: Readonly<Record<string, Way>> = {
  trace_links: byTraceLinks,
  graph_impact: byImpact,
  graph_neighbourhood: byNeighbourhood,
  cypher_query: byCypher,
  sql_query: bySql,
};

/** Hops from an item down through all that it contains to the tests. */
const ALL_THE_WAY = 4;

/**
 * The tests linked to a subject; with `deep`, also those of everything below it. Tools are tried in the order of the
 * route until one answers; a profile that cross-checks asks a second one and joins what both found.
 */
export function* linkedTests(
  state: TurnState,
  options: { subject: StartItem; deep: boolean; route: RoutingRow | null },
): Strategy<LinkResult> {
  const { subject, deep, route } = options;
  const order = toolOrder(state, route, Object.keys(WAYS));
  const ways = deep ? deepFirst(state, subject, order) : order;
  let result: LinkResult = { findings: new FoundTests(), missing: false, answered: false };
  let confirmations = state.profile.crossChecks && !isExact(state, options) ? 1 : 0;
  for (const tool of ways) {
    const way = WAYS[tool];
    if (!way) continue;
    const found = yield* way(state, subject, deep);
    if (!found.answered) continue;
    result = { findings: result.findings.or(found.findings), missing: found.missing, answered: true };
    if (result.missing || confirmations-- <= 0) break;
  }
  return result;
}

/**
 * Recorded links do not go down. Of a protocol as a whole the tests of its messages are meant, for those who have read
 * that: a pattern says so exactly, while an impact also takes what covers the protocol otherwise.
 */
function deepFirst(state: TurnState, subject: StartItem, order: readonly string[]): string[] {
  if (isExact(state, { subject, deep: true }))
    return [...order].sort((a, b) => Number(b === "cypher_query") - Number(a === "cypher_query"));
  return [...order.filter((tool) => tool !== "trace_links"), ...order.filter((tool) => tool === "trace_links")];
}

function isExact(state: TurnState, { subject, deep }: { subject: StartItem; deep: boolean }): boolean {
  return (
    deep && /protocol/.test(subject.type) && state.rule("coverage") !== undefined && state.tools.has("cypher_query")
  );
}

function* byTraceLinks(state: TurnState, subject: StartItem): Strategy<LinkResult> {
  const view = yield* perform(state, "trace_links", { ids: [subject.id], ...pageSize(state, "trace_links") });
  if (!view.ok) return unanswered();
  const rows = yield* allRows(state, view, ["test_case_id"]);
  return toResult(subject, view, rows, (row) => (textOf(row.kind).includes("derived") ? "derived" : "link"));
}

function* byImpact(state: TurnState, subject: StartItem, deep: boolean): Strategy<LinkResult> {
  // Beyond one hop, a message also reaches its protocol's tests, which do not cover it.
  const depth = deep && !/message/.test(subject.type) ? ALL_THE_WAY : 1;
  const view = yield* perform(state, "graph_impact", { id: subject.id, depth, ...pageSize(state, "graph_impact") });
  if (!view.ok) return unanswered();
  const rows = yield* allRows(state, view, ["test_case_id", "through"]);
  return toResult(subject, view, rows, (row) => (textOf(row.through).includes(" > ") ? "below" : "link"));
}

/** A neighbourhood has no direction: further hops also lead up to what contains the subject, and down to its siblings. */
function* byNeighbourhood(state: TurnState, subject: StartItem, deep: boolean): Strategy<LinkResult> {
  if (deep) return unanswered();
  const view = yield* perform(state, "graph_neighbourhood", { id: subject.id, depth: 1, limit: 200 });
  if (!view.ok) return unanswered();
  const rows = yield* allRows(state, view, ["id", "label"]);
  return toResult(subject, view, rows, () => "link");
}

function* byCypher(state: TurnState, subject: StartItem, deep: boolean): Strategy<LinkResult> {
  const id = quoteCypher(subject.id);
  const pattern = /message/.test(subject.type)
    ? `(t:TestCase)-[:COVERS_MESSAGE]->(m:Message {id: ${id}})`
    : /protocol/.test(subject.type)
      ? deep
        ? `(t:TestCase)-[:COVERS_MESSAGE]->(m:Message)-[:BELONGS_TO]->(p:Protocol {id: ${id}})`
        : `(t:TestCase)-[:COVERS_PROTOCOL]->(p:Protocol {id: ${id}})`
      : `(t:TestCase)-[:REFERENCES]->(b:BacklogItem {id: ${id}})`;
  const queries = [`MATCH ${pattern} RETURN DISTINCT t.id AS test_case_id, t.name AS name ORDER BY test_case_id`];
  if (deep && /backlog/.test(subject.type))
    queries.push(
      `MATCH (a:BacklogItem {id: ${id}})-[:CONTAINS*1..3]->(b:BacklogItem) MATCH (t:TestCase)-[:REFERENCES]->(b) RETURN DISTINCT t.id AS test_case_id, t.name AS name ORDER BY test_case_id`,
    );
  return yield* byQueries(state, { tool: "cypher_query", queries, subject });
}

function* bySql(state: TurnState, subject: StartItem, deep: boolean): Strategy<LinkResult> {
  if (!relationsOf(state).has("core.trace_link")) return unanswered();
  const query = `SELECT DISTINCT test_case_id, name FROM canon.test_case WHERE ${linkScope(subject, deep)} ORDER BY 1`;
  return yield* byQueries(state, { tool: "sql_query", queries: [query], subject });
}

/** The tests of a subject as a condition on their relation. */
export function linkScope(subject: StartItem, deep: boolean): string {
  const id = quoteSql(subject.id);
  const from = /message/.test(subject.type)
    ? `proc.test_case_message l WHERE l.message_id = ${id}`
    : /protocol/.test(subject.type)
      ? `proc.test_case_protocol l WHERE l.protocol_id = ${id}`
      : deep
        ? `core.trace_link l WHERE l.reference_id IN (WITH RECURSIVE below(id) AS (SELECT ${id} UNION SELECT c.child_id FROM canon.containment c JOIN below ON c.parent_id = below.id) SELECT id FROM below)`
        : `core.trace_link l WHERE l.reference_id = ${id}`;
  return `test_case_id IN (SELECT l.test_case_id FROM ${from})`;
}

function* byQueries(
  state: TurnState,
  options: { tool: string; queries: readonly string[]; subject: StartItem },
): Strategy<LinkResult> {
  let result = unanswered();
  for (const [index, query] of options.queries.entries()) {
    const view = yield* perform(state, options.tool, { query, ...pageSize(state, options.tool) });
    if (!view.ok) continue;
    const rows = yield* allRows(state, view, ["test_case_id"]);
    const found = toResult(options.subject, view, rows, () => (index === 0 ? "link" : "below"));
    // An empty query says nothing about whether the id exists.
    result = { findings: result.findings.or(found.findings), missing: false, answered: true };
  }
  return result;
}

function toResult(
  subject: StartItem,
  view: ResultView,
  rows: readonly ResultRow[],
  kindOf: (row: ResultRow) => EvidenceKind,
): LinkResult {
  const findings = rows.flatMap((row, rank): FoundTest[] => {
    const test = testCaseOf(row);
    if (!test || test.id === subject.id) return [];
    const evidence: Evidence = { kind: kindOf(row), path: view.path, rank, why: reason(subject, row) };
    return [{ id: test.id, title: test.title, evidence: [evidence] }];
  });
  return {
    findings: new FoundTests(findings),
    missing: factList(view, "not_found").includes(subject.id),
    answered: true,
  };
}

function reason(subject: StartItem, row: ResultRow): string {
  const through = textOf(row.through).split(" > ").at(-1);
  if (through && through !== subject.id) return `linked to ${through}, which is part of ${subject.id}`;
  return /message|protocol/.test(subject.type) ? `covers ${subject.title || subject.id}` : `linked to ${subject.id}`;
}

/** Rows that a thorough profile asks for at once: enough for all that hangs off one thing. */
const LARGEST_PAGE = 1_000;

/** A thorough profile asks for all; others take the tool's default. */
function pageSize(state: TurnState, tool: string): { limit?: number } {
  const maximum = state.tools.get(tool)?.parameters.limit?.maximum;
  return state.profile.readsCutResults && maximum !== undefined ? { limit: Math.min(maximum, LARGEST_PAGE) } : {};
}

function unanswered(): LinkResult {
  return { findings: new FoundTests(), missing: false, answered: false };
}
