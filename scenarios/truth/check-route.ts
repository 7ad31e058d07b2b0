/**
 * The second route to a truth: each condition is asked on its own, of the graph where the graph holds it and of the raw
 * payloads where it does not, and the answers are combined here and not by the database. It reads no canonical table.
 */
import type { Substrate } from "../../db/ports/ports.ts";
import type { Aspect } from "./aspect.ts";
import { type Payloads, valueText } from "./payloads.ts";
import { type Atom, atomsOf, CONTAINMENT_DEPTH, combine, isCombination, type TestSet } from "./test-set.ts";

/** What the second route reads: the graph by Cypher, and payloads. */
export interface CheckSources {
  substrate: Substrate;
  payloads: Payloads;
}

/** A question to the graph. Parameters are `$name`; what is returned is named `id`. */
export interface GraphQuestion {
  cypher: string;
  parameters: Record<string, string | readonly string[]>;
}

/** The set by the second route, and what was asked. */
export async function checkSet(set: TestSet, sources: CheckSources): Promise<{ ids: Set<string>; asked: string }> {
  const answers = new Map<Atom, Answer>();
  for (const atom of atomsOf(set)) answers.set(atom, await askAtom(atom, sources));
  const ids = combine(set, (atom) => (answers.get(atom) as Answer).ids);
  return { ids: new Set(ids), asked: describe(set, answers) };
}

/** What is asked about the test cases, by the second route. */
export async function checkAspects(
  aspects: readonly Aspect[],
  { tests, sources }: { tests: ReadonlySet<string>; sources: CheckSources },
): Promise<{ entities: Set<string>; asked: string }> {
  const answers: Answer[] = [];
  for (const aspect of aspects) answers.push(await askAspect(aspect, tests, sources));
  return {
    entities: new Set(answers.flatMap(({ ids }) => [...ids])),
    asked: `entities = ${answers.map(({ asked }) => asked).join(" | ")}`,
  };
}

export async function askGraph(
  { cypher, parameters }: GraphQuestion,
  { substrate }: CheckSources,
): Promise<Set<string>> {
  const rows = await substrate.graph.cypher(cypher, { columns: ["id"], parameters });
  return new Set(rows.map((row) => String(row.id)));
}

interface Answer {
  ids: Set<string>;
  asked: string;
}

async function askAtom(atom: Atom, sources: CheckSources): Promise<Answer> {
  const { payloads } = sources;
  switch (atom.kind) {
    case "facet": {
      const ids = await payloads.testsWhere(atom.facet.key, (value) =>
        Array.isArray(value) ? value.includes(atom.value) : value === atom.value,
      );
      return { ids, asked: `${valueText(atom.facet.key)}, where the value is or holds ${JSON.stringify(atom.value)}` };
    }
    case "has_facet": {
      const ids = await payloads.testsWhere(atom.facet.key, (value) => value !== null);
      return { ids, asked: `${valueText(atom.facet.key)}, where there is a value` };
    }
    case "mentions":
      return {
        ids: await payloads.testsMentioning(atom.words),
        asked: `payloads that hold all of ${JSON.stringify(atom.words)}`,
      };
    default: {
      const question = graphQuestion(atom);
      const asked = `graph: ${question.cypher} ${JSON.stringify(question.parameters)}`;
      return { ids: await askGraph(question, sources), asked };
    }
  }
}

/** The ids are those of `ids`, one after the other: `UNWIND` finds each by its index. */
const EACH = "UNWIND $ids AS one MATCH (t:TestCase)";

async function askAspect(aspect: Aspect, tests: ReadonlySet<string>, sources: CheckSources): Promise<Answer> {
  const ask = async (cypher: string, parameters: GraphQuestion["parameters"]): Promise<Answer> => ({
    ids: await askGraph({ cypher, parameters }, sources),
    asked: `graph: ${cypher}`,
  });
  const ids = [...tests];
  switch (aspect.kind) {
    case "items":
      return askItems(aspect, { ids, ask, sources });
    case "messages":
      return ask(`${EACH}-[:COVERS_MESSAGE]->(m:Message) WHERE t.id = one RETURN DISTINCT m.id AS id`, { ids });
    case "protocols":
      return ask(`${EACH}-[:COVERS_PROTOCOL]->(p:Protocol) WHERE t.id = one RETURN DISTINCT p.id AS id`, { ids });
    case "values":
      return {
        ids: await sources.payloads.valuesOf(aspect.facet.key, tests),
        asked: `${valueText(aspect.facet.key)}, of ids`,
      };
    case "parent":
      return ask("MATCH (p)-[:CONTAINS]->(b) WHERE b.id = $item RETURN DISTINCT p.id AS id", { item: aspect.item });
  }
}

async function askItems(
  { subtype, within }: Extract<Aspect, { kind: "items" }>,
  {
    ids,
    ask,
    sources,
  }: {
    ids: readonly string[];
    ask: (cypher: string, parameters: GraphQuestion["parameters"]) => Promise<Answer>;
    sources: CheckSources;
  },
): Promise<Answer> {
  const ofSubtype = subtype === undefined ? "" : " AND b.subtype = $subtype";
  const parameters = { ids, ...(subtype === undefined ? {} : { subtype }) };
  const found = await ask(
    `${EACH}-[:REFERENCES]->(b) WHERE t.id = one${ofSubtype} RETURN DISTINCT b.id AS id`,
    parameters,
  );
  if (within === undefined) return found;
  const inside = graph(
    `MATCH (b)-[:CONTAINS*0..${CONTAINMENT_DEPTH}]->(part) WHERE b.id = $item RETURN DISTINCT part.id AS id`,
    { item: within },
  );
  const parts = await askGraph(inside, sources);
  return { ids: new Set([...found.ids].filter((id) => parts.has(id))), asked: `${found.asked} & ${inside.cypher}` };
}

/** Every question on a line of its own, named A, B, ..., and how the answers are combined. */
function describe(set: TestSet, answers: ReadonlyMap<Atom, Answer>): string {
  const names = new Map([...answers.keys()].map((atom, index) => [atom, String.fromCharCode(65 + index)]));
  const lines = [...names].map(([atom, name]) => `${name} = ${answers.get(atom)?.asked}`);
  return [...lines, `ids = ${formula(set, names)}`].join("\n");
}

const SIGNS = { and: " & ", or: " | ", minus: " - " };

function formula(set: TestSet, names: Map<TestSet, string>): string {
  if (!isCombination(set)) return names.get(set) as string;
  return `(${set.of.map((member) => formula(member, names)).join(SIGNS[set.kind])})`;
}

type GraphAtom = Exclude<Atom, { kind: "facet" | "has_facet" | "mentions" }>;

function graphQuestion(atom: GraphAtom): GraphQuestion {
  switch (atom.kind) {
    case "traced":
      return graph("MATCH (t:TestCase)-[:REFERENCES]->(b) WHERE b.id = $item RETURN DISTINCT t.id AS id", {
        item: atom.item,
      });
    case "traced_within":
      return graph(
        `MATCH (b)-[:CONTAINS*0..${CONTAINMENT_DEPTH}]->(part) WHERE b.id = $item MATCH (t:TestCase)-[:REFERENCES]->(part) RETURN DISTINCT t.id AS id`,
        { item: atom.item },
      );
    case "covers_message":
      return graph("MATCH (t:TestCase)-[:COVERS_MESSAGE]->(m:Message) WHERE m.id = $message RETURN t.id AS id", {
        message: atom.message,
      });
    case "covers_protocol":
      return graph("MATCH (t:TestCase)-[:COVERS_PROTOCOL]->(p:Protocol) WHERE p.id = $protocol RETURN t.id AS id", {
        protocol: atom.protocol,
      });
    case "covers_message_of":
      return graph(
        "MATCH (t:TestCase)-[:COVERS_MESSAGE]->(m:Message)-[:BELONGS_TO]->(p:Protocol) WHERE p.id = $protocol RETURN DISTINCT t.id AS id",
        { protocol: atom.protocol },
      );
    case "named":
      return graph("MATCH (t:TestCase) WHERE t.name = $name RETURN t.id AS id", { name: atom.name });
    case "one":
      return graph("MATCH (t:TestCase) WHERE t.id = $id RETURN t.id AS id", { id: atom.id });
    case "sharing_item_with":
      return graph(
        "MATCH (mine:TestCase)-[:REFERENCES]->(b)<-[:REFERENCES]-(t:TestCase) WHERE mine.id = $test AND t.id <> $test RETURN DISTINCT t.id AS id",
        { test: atom.test },
      );
  }
}

function graph(cypher: string, parameters: GraphQuestion["parameters"]): GraphQuestion {
  return { cypher, parameters };
}
