import { FoundTests } from "../found-tests.ts";
import { textOf } from "../reading/what-came-back.ts";
import type { Question } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import { capital } from "../reading/words.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { quoteCypher, quoteSql } from "./how-to-query.ts";
import {
  nothingFound,
  nothingSeen,
  type Reached,
  type Sides,
  sayBehind,
  sayEach,
  sayRecorded,
  sayUnseen,
} from "./what-is-said-of-links.ts";
import { abstain, type Conclusion, conclude, sayUnknown } from "./when-to-abstain.ts";
import { perform } from "./whether-to-call.ts";
import type { Anchors } from "./which-items-are-meant.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";
import { refuse } from "./which-parts-are-answered.ts";
import { searchTopic } from "./which-tests-are-alike.ts";
import { type LinkResult, linkedTests, linkScope } from "./which-tests-are-linked.ts";
import { narrow } from "./which-tests-fulfil-them.ts";

interface Matter {
  question: Question;
  route: RoutingRow | null;
  anchors: Anchors;
}

/** Answers from the recorded links of what the question names: each thing on its own, then combined as it says. */
export function* answerByLinks(state: TurnState, matter: Matter): Strategy<Conclusion> {
  const { question, anchors } = matter;
  const sides = yield* sidesOf(state, question, anchors.found);
  if (sides.apart) return abstain(question, sayApart(sides.apart), anchors.found);
  // Only what is not wanted was named: of what else is wanted nothing is known.
  if (sides.wanted.length === 0) return refuse(question);
  const deep =
    question.asks.has("within") && (state.rule("containment") ?? state.rule("one step or all")) !== undefined;
  const wanted = yield* eachLinked(state, sides.wanted, { ...matter, deep: () => deep });
  const unwanted = yield* eachLinked(state, sides.unwanted, { ...matter, deep: (anchor) => deep && !isPlace(anchor) });
  const unknown = unknownIn(sides.wanted, wanted, matter);
  if (unknown && state.profile.refinements > 0) return abstain(question, unknown, anchors.found);
  const unseen = sayUnseen(sides.wanted, wanted);
  if (unseen.length > 0 && union(wanted).size === 0) return abstain(question, unseen.join(" "), anchors.found);
  const linked = combine(wanted, question).without(union(unwanted));
  // A protocol that is not wanted may also be the value of an attribute: both take test cases away.
  const named = anchors.found.filter((anchor) => !(anchor.excluded && isPlace(anchor)));
  const narrowed = yield* narrow(state, { question, findings: linked, anchors: named, scope: scopeOf(sides, deep) });
  const notes = anchors.found.flatMap(({ note }) => note ?? []);
  const isPart =
    narrowed.findings.isPart || linked.isPart || [...wanted, ...unwanted].some(({ extent }) => extent !== "seen");
  const nothing = isPart
    ? nothingSeen(sides.wanted)
    : nothingFound(sides, { question, linked, ...narrowed, wanted, unwanted });
  if (narrowed.findings.size === 0 && state.profile.abstainBelow < RARELY)
    return yield* anythingAlike(state, matter, nothing);
  const conclusion = conclude(state, {
    ...{ question, ...narrowed, anchors: anchors.found },
    sentences: [
      ...unseen.map(capital),
      ...notes,
      sayRecorded(sides, question, { linked, ...narrowed, isPart, wanted, unwanted }),
      ...sayEach(sides, question, wanted),
      ...sayBehind(sides.wanted, wanted).map(capital),
    ],
    nothing,
  });
  return { ...conclusion, change: { ids: sides.wanted.map(({ id }) => id), deep } };
}

function isPlace({ type }: Anchor): boolean {
  return /message|protocol/.test(type);
}

/** Profiles that abstain below less than this hardly ever do. */
const RARELY = 0.1;

function* eachLinked(
  state: TurnState,
  anchors: readonly Anchor[],
  { route, deep }: { route: RoutingRow | null; deep: (anchor: Anchor) => boolean },
): Strategy<Reached[]> {
  const results: Reached[] = [];
  for (const subject of anchors) {
    const asked = { subject, route, deep: deep(subject) };
    const result = yield* linkedTests(state, asked);
    const empty = result.findings.size === 0 && result.extent === "seen" && !asked.deep;
    const below = empty && state.profile.crossChecks && state.rule("containment") !== undefined;
    const found = below ? yield* linkedTests(state, { ...asked, deep: true }) : result;
    results.push({ ...found, deep: below || asked.deep, noneDirectly: below });
  }
  return results;
}

/** What is said when there is no record of what would be needed; null when there is enough. */
function unknownIn(
  sought: readonly Anchor[],
  results: readonly LinkResult[],
  { question, anchors }: Matter,
): string | null {
  const missing = sought.filter((_, index) => results[index]?.extent === "no_such_id");
  const unknown = [...anchors.unknown, ...missing.map(({ id }) => id)];
  const needed = question.asks.has("all") || missing.length === sought.length;
  return unknown.length > 0 && needed ? sayUnknown(unknown) : null;
}

function* sidesOf(state: TurnState, question: Question, anchors: readonly Anchor[]): Strategy<Sides> {
  const things = anchors.filter(({ type }) => type !== "test_case");
  const [first, second] = things;
  if (question.asks.has("firstOnly") && first && second) return { wanted: [first], unwanted: things.slice(1) };
  const wanted = things.filter(({ excluded }) => !excluded);
  const unwanted = things.filter(({ excluded }) => excluded);
  if (question.asks.has("parent") && wanted[0])
    return { wanted: [(yield* parentOf(state, wanted[0])) ?? wanted[0]], unwanted };
  // A protocol beside a message says which message is meant; two of a kind are two things.
  const inProtocol = first?.type === "message" && second?.type === "protocol" && !question.asks.has("any");
  if (first && second && wanted.length === 2 && (inProtocol || question.asks.has("pair"))) {
    const apart = yield* areApart(state, first, second);
    return { wanted: [first], unwanted, ...(apart && { apart: [first, second] }) };
  }
  return { wanted, unwanted };
}

/** The backlog item that contains this one; null when none does or no way to it is known. */
function* parentOf(state: TurnState, anchor: Anchor): Strategy<Anchor | null> {
  if (!state.rule("containment")) return null;
  const cypher = `MATCH (a:BacklogItem)-[:CONTAINS]->(b:BacklogItem {id: ${quoteCypher(anchor.id)}}) RETURN a.id AS id, a.name AS name ORDER BY id`;
  const sql = `SELECT p.backlog_item_id AS id, p.name FROM canon.containment c JOIN canon.backlog_item p ON p.backlog_item_id = c.parent_id WHERE c.child_id = ${quoteSql(anchor.id)} ORDER BY 1`;
  const byGraph = state.tools.has("cypher_query");
  if (!byGraph && !state.columnsOf("canon.containment")) return null;
  const query = byGraph ? cypher : sql;
  const { rows, path } = yield* perform(state, byGraph ? "cypher_query" : "sql_query", { query });
  const [row] = rows;
  return row
    ? { ...anchor, id: textOf(row.id), title: textOf(row.name), type: "backlog_item", record: null, path }
    : null;
}

/** How the graph says that nothing is recorded that way: then nothing is a part of anything. */
const NO_RELATION = /there is no relationship type/i;

/** How far containment is followed. */
const LEVELS = 4;

function sayApart([part, whole]: readonly [Anchor, Anchor]): string {
  return `not understood: how ${nameOf(part)} and ${nameOf(whole)} belong together, as no chain of up to ${LEVELS} links of containment from the first to the second was found. Whether test cases are linked to both was not looked at and is not known.`;
}

/** Whether no chain of containment leads from one to the other: an item in an item, a message in a protocol. False when the profile does not check. */
function* areApart(state: TurnState, part: Anchor, whole: Anchor): Strategy<boolean> {
  if (!state.profile.verifies || !state.rule("containment")) return false;
  const relationships = isPlace(part) ? ["BELONGS_TO"] : ["CONTAINS"];
  const view = yield* perform(state, "graph_neighbourhood", { id: part.id, depth: LEVELS, relationships, limit: 200 });
  return view.ok ? !view.rows.some(({ id }) => id === whole.id) : NO_RELATION.test(view.text);
}

function union(results: readonly LinkResult[]): FoundTests {
  return results.reduce((all, { findings }) => all.or(findings), new FoundTests());
}

function combine([first, ...rest]: readonly LinkResult[], { asks }: Question): FoundTests {
  const both = asks.has("all");
  const join = (all: FoundTests, { findings }: LinkResult) => (both ? all.and(findings) : all.or(findings));
  return first ? rest.reduce(join, first.findings) : new FoundTests();
}

/** What was linked as a condition on the tests' relation, where that is one thing's tests; of a whole protocol it is not known. */
function scopeOf({ wanted, unwanted }: Sides, deep: boolean): string | undefined {
  const [only, ...others] = wanted;
  if (!only || others.length + unwanted.length > 0 || (deep && isPlace(only))) return undefined;
  return linkScope(only, deep);
}

/** A model that hardly ever abstains offers what sounds alike. */
function* anythingAlike(state: TurnState, { question, route, anchors }: Matter, nothing: string): Strategy<Conclusion> {
  const topic = yield* searchTopic(state, question, route);
  return conclude(state, { question, ...topic, anchors: anchors.found, sentences: [], nothing });
}
