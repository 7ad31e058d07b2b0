import { type EvidenceKind, FoundTests, testsIn } from "../found-tests.ts";
import { type ResultRow, type ResultView, type RowEntity, textOf, textsOf } from "../reading/what-came-back.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { quoteCypher, quoteSql } from "./how-to-query.ts";
import { allRows, pageSize, perform } from "./whether-to-call.ts";
import { toolOrder } from "./which-tools-first.ts";

/** What was seen of a subject's links: nothing, where the records keep none of its type, have no such id, or could not be asked. */
type Extent = "seen" | "not_kept" | "no_such_id" | "not_seen";

/** What a search for one subject's tests came to. */
export interface LinkResult {
  findings: FoundTests;
  extent: Extent;
  /** Other links join it to items, which nobody followed. */
  hasOtherLinks: boolean;
}

interface Asked {
  /** The artifact whose tests are sought. */
  subject: RowEntity;
  /** Also those of everything below it. */
  deep: boolean;
}

/**
 * The tests linked to a subject. Tools are tried in the order of the route until one answers; a profile that cross-checks
 * asks a second one and joins what both found.
 */
export function* linkedTests(state: TurnState, asked: Asked & { route: RoutingRow | null }): Strategy<LinkResult> {
  let result: LinkResult = NOT_SEEN;
  let confirmations = state.profile.crossChecks ? 1 : 0;
  for (const tool of inOrder(asked, toolOrder(state, asked.route, Object.keys(WAYS)))) {
    const found = yield* linkedBy(state, tool, asked);
    if (found.extent === "not_seen") continue;
    result = joined(result, found);
    if (found.extent === "no_such_id" || confirmations-- <= 0) break;
  }
  return result;
}

const NOT_SEEN: LinkResult = { findings: new FoundTests(), extent: "not_seen", hasOtherLinks: false };

/** What two looks came to, from what says most of the records to what says nothing. */
const EXTENTS: readonly Extent[] = ["not_kept", "no_such_id", "seen", "not_seen"];

/** What one look saw to its end is all there is; a second one only confirms it. */
function joined(one: LinkResult, other: LinkResult): LinkResult {
  const extent = EXTENTS.find((each) => each === one.extent || each === other.extent) ?? "not_seen";
  const isWhole = [one, other].some((look) => look.extent === "seen" && !look.findings.isPart);
  const hasOtherLinks = one.hasOtherLinks || other.hasOtherLinks;
  return { findings: new FoundTests(one.findings.or(other.findings).list, !isWhole), extent, hasOtherLinks };
}

/** These do not go down: of what an item contains they see nothing. */
const ONE_STEP: readonly string[] = ["trace_links", "graph_neighbourhood"];

function inOrder({ deep }: Asked, order: readonly string[]): string[] {
  return order.toSorted((a, b) => Number(deep && a === "trace_links") - Number(deep && b === "trace_links"));
}

function* linkedBy(state: TurnState, tool: string, asked: Asked): Strategy<LinkResult> {
  const { subject } = asked;
  let result: LinkResult = NOT_SEEN;
  for (const { args, columns, kindOf } of WAYS[tool]?.(asked, state) ?? []) {
    const view = yield* perform(state, tool, { ...args, ...pageSize(state, tool), ...args });
    if (!view.ok) continue;
    const rows = yield* allRows(state, view, columns);
    const found = testsIn(view, rows, (row) => ({ kind: kindOf(row), why: reason(asked, row) }));
    const others = found.list.filter(({ id }) => id !== subject.id);
    const findings = new FoundTests(others, found.isPart || (asked.deep && ONE_STEP.includes(tool)));
    const hasOtherLinks = result.hasOtherLinks || textsOf(view.facts.other_links).includes(subject.id);
    result = { findings: result.findings.or(findings), extent: extentOf(view, subject.id), hasOtherLinks };
  }
  return result;
}

function extentOf({ facts }: ResultView, id: string): Extent {
  if (textsOf(facts.links_not_kept).includes(id)) return "not_kept";
  if (textsOf(facts.not_found).includes(id)) return "no_such_id";
  return "seen";
}

function reason({ subject: { id, title, type }, deep }: Asked, row: ResultRow): string {
  const through = textOf(row.through).split(" > ").at(-1);
  if (through && through !== id) return `linked to ${through}, which is part of ${id}`;
  return /message|protocol/.test(type)
    ? `covers ${title || id}`
    : `linked to ${id}${deep && !through ? " or what it contains" : ""}`;
}

/** A call that gives a subject's tests. */
interface Way {
  args: Record<string, unknown>;
  /** What is read of its rows. */
  columns: readonly string[];
  kindOf: (row: ResultRow) => EvidenceKind;
}

/** Hops from an item down through all that it contains to the tests. */
const ALL_THE_WAY = 4;

/** Ways to the tests of a subject, by the tool that each takes. */
const WAYS: Readonly<Record<string, (asked: Asked, state: TurnState) => Way[]>> = {
  trace_links: ({ subject: { id } }) => {
    const kindOf = (row: ResultRow) => (textOf(row.kind).includes("derived") ? "derived" : "link");
    return [{ args: { ids: [id] }, columns: ["test_case_id"], kindOf }];
  },
  graph_impact: ({ subject: { id, type }, deep }) => {
    // Beyond its own hops, a message reaches its protocol's tests, which do not cover it, and a protocol its messages' others.
    const depth = !deep || /message/.test(type) ? 1 : /protocol/.test(type) ? 2 : ALL_THE_WAY;
    const kindOf = (row: ResultRow) => (textOf(row.through).includes(" > ") ? "below" : "link");
    return [{ args: { id, depth }, columns: ["test_case_id", "through"], kindOf }];
  },
  // A neighbourhood has no direction: further hops also lead up to what contains the subject, and down to its siblings.
  graph_neighbourhood: ({ subject: { id }, deep }) =>
    deep ? [] : [{ args: { id, depth: 1, limit: 200 }, columns: ["id", "label"], kindOf: () => "link" }],
  cypher_query: (asked) => patternsOf(asked).map(toQuery),
  sql_query: ({ subject, deep }, state) => {
    const query = `SELECT DISTINCT test_case_id, name FROM canon.test_case WHERE ${linkScope(subject, deep)} ORDER BY 1`;
    return state.columnsOf("core.trace_link") ? [toQuery(query, 0)] : [];
  },
};

function toQuery(query: string, index: number): Way {
  return { args: { query }, columns: ["test_case_id"], kindOf: () => (index === 0 ? "link" : "below") };
}

function patternsOf({ subject: { id, type }, deep }: Asked): string[] {
  const name = quoteCypher(id);
  const tests = (pattern: string) =>
    `MATCH ${pattern} RETURN DISTINCT t.id AS test_case_id, t.name AS name ORDER BY test_case_id`;
  if (/message/.test(type)) return [tests(`(t:TestCase)-[:COVERS_MESSAGE]->(m:Message {id: ${name}})`)];
  if (/protocol/.test(type)) {
    const protocol = `(p:Protocol {id: ${name}})`;
    const own = tests(`(t:TestCase)-[:COVERS_PROTOCOL]->${protocol}`);
    return deep ? [own, tests(`(t:TestCase)-[:COVERS_MESSAGE]->(m:Message)-[:BELONGS_TO]->${protocol}`)] : [own];
  }
  const below = `(a:BacklogItem {id: ${name}})-[:CONTAINS*1..3]->(b:BacklogItem) MATCH (t:TestCase)-[:REFERENCES]->(b)`;
  const direct = tests(`(t:TestCase)-[:REFERENCES]->(b:BacklogItem {id: ${name}})`);
  return deep && /backlog/.test(type) ? [direct, tests(below)] : [direct];
}

/** The tests of a subject as a condition on their relation. */
export function linkScope({ id, type }: RowEntity, deep: boolean): string {
  const name = quoteSql(id);
  const below = `WITH RECURSIVE below(id) AS (SELECT ${name} UNION SELECT c.child_id FROM canon.containment c JOIN below ON c.parent_id = below.id) SELECT id FROM below`;
  const item = deep ? `IN (${below})` : `= ${name}`;
  const from = /message/.test(type)
    ? `proc.test_case_message l WHERE l.message_id = ${name}`
    : /protocol/.test(type)
      ? `proc.test_case_protocol l WHERE l.protocol_id = ${name}`
      : `core.trace_link l WHERE l.reference_id ${item}`;
  return `test_case_id IN (SELECT l.test_case_id FROM ${from})`;
}
