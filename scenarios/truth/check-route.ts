/**
 * The second route to a truth: each condition is asked on its own, of the graph where the graph holds it and of the raw
 * payloads where it does not, and the answers are combined here and not by the database. It reads no canonical table.
 */
import type { Substrate } from "../../db/ports.ts";
import { type Atom, atomsOf, CONTAINMENT_DEPTH, combine, type Facet, isCombination, type TestSet } from "./test-set.ts";

/** One question of the second route. Cypher parameters are `$name`; payload queries are SQL with `$1 ..`. */
export interface Check {
  store: "graph" | "payload";
  text: string;
  parameters: Record<string, string> | string[];
}

/** The set by the second route, and what was asked. */
export async function checkSet(set: TestSet, substrate: Substrate): Promise<{ ids: Set<string>; asked: string }> {
  const answers = new Map<Atom, Set<string>>();
  const testTypes = testTypesOf(substrate);
  for (const atom of atomsOf(set)) answers.set(atom, await askCheck(checkOf(atom, testTypes), substrate));
  const ids = new Set(combine(set, (atom) => answers.get(atom) as Set<string>));
  return { ids, asked: describeChecks(set, testTypes) };
}

/** Asks one question. The column or returned value is named `id`. */
export async function askCheck(check: Check, substrate: Substrate): Promise<Set<string>> {
  if (check.store === "graph") {
    const parameters = check.parameters as Record<string, string>;
    const rows = await substrate.graph.cypher(check.text, { columns: ["id"], parameters });
    return new Set(rows.map((row) => String(row.id)));
  }
  const { rows } = await substrate.sql.query<{ id: string }>(check.text, check.parameters as string[]);
  return new Set(rows.map((row) => row.id));
}

/** Every question on a line of its own, named A, B, ..., and how the answers are combined. */
function describeChecks(set: TestSet, testTypes: readonly string[]): string {
  const names = new Map(atomsOf(set).map((atom, index) => [atom, String.fromCharCode(65 + index)]));
  const lines = [...names].map(([atom, name]) => {
    const { store, text, parameters } = checkOf(atom, testTypes);
    return `${name} = ${store}: ${text} ${JSON.stringify(parameters)}`;
  });
  return [...lines, `ids = ${formula(set, names)}`].join("\n");
}

const SIGNS = { and: " & ", or: " | ", minus: " - " };

function formula(set: TestSet, names: Map<TestSet, string>): string {
  if (!isCombination(set)) return names.get(set) as string;
  return `(${set.of.map((member) => formula(member, names)).join(SIGNS[set.kind])})`;
}

/** The corpus' own types that have the role of a test case: payloads know no roles. */
function testTypesOf(substrate: Substrate): string[] {
  const types = Object.entries(substrate.manifest.mapping.artifactTypes);
  return types.filter(([, { role }]) => role === "test_case").map(([type]) => type);
}

function checkOf(atom: Atom, testTypes: readonly string[]): Check {
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
    case "id_prefix":
      return graph("MATCH (t:TestCase) WHERE t.id STARTS WITH $prefix RETURN t.id AS id", { prefix: atom.prefix });
    case "one":
      return graph("MATCH (t:TestCase) WHERE t.id = $id RETURN t.id AS id", { id: atom.id });
    case "sharing_item_with":
      return graph(
        "MATCH (mine:TestCase)-[:REFERENCES]->(b)<-[:REFERENCES]-(t:TestCase) WHERE mine.id = $test AND t.id <> $test RETURN DISTINCT t.id AS id",
        { test: atom.test },
      );
    case "facet":
      return payload(facetCondition(atom.facet), atom.value, testTypes);
    case "has_facet":
      return payload(`jsonb_typeof(${facetPath(atom.facet)}) <> $1`, "null", testTypes);
    case "mentions":
      return payload(
        "EXISTS (SELECT FROM jsonb_array_elements_text($1::jsonb) AS word WHERE position(lower(word) IN lower(body::text)) > 0)",
        JSON.stringify(atom.words),
        testTypes,
      );
  }
}

function graph(text: string, parameters: Record<string, string>): Check {
  return { store: "graph", text, parameters };
}

/** Test cases of the newest ingest whose payload, an artifact as it came, meets a condition on `$1`. */
function payload(condition: string, parameter: string, testTypes: readonly string[]): Check {
  const newest = "ingest_run_id = (SELECT max(ingest_run_id) FROM raw.payload)";
  const isTest = "artifact_type IN (SELECT jsonb_array_elements_text($2::jsonb))";
  const text = `SELECT external_id AS id FROM raw.payload WHERE ${newest} AND ${isTest} AND ${condition}`;
  return { store: "payload", text, parameters: [parameter, JSON.stringify(testTypes)] };
}

function facetCondition(facet: Facet): string {
  const value = facet.source === "list" ? "@> jsonb_build_array($1::text)" : "= to_jsonb($1::text)";
  return `${facetPath(facet)} ${value}`;
}

function facetPath({ key }: Facet): string {
  return `body -> 'meta' -> '${key.replaceAll("'", "''")}'`;
}
