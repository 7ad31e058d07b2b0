import type { Aspect } from "./aspect.ts";
import { type Atom, CONTAINMENT_DEPTH, type Facet, isCombination, type TestSet } from "./test-set.ts";

/** A query over the canonical tables. `parameters` are `$1 ..`. */
export interface SqlText {
  sql: string;
  parameters: string[];
}

/** One statement that gives the set's ids in the column `id`, ordered. Stored with the scenario, so that anybody can run it. */
export function toSql(set: TestSet): SqlText {
  const parameters: string[] = [];
  const sql = render(set, (value) => `$${parameters.push(value)}`);
  return { sql: `SELECT id FROM (${sql}) AS relevant ORDER BY id COLLATE "C"`, parameters };
}

/** The same for what is asked about the set: its entities, in the column `entity`. */
export function entitiesSql(set: TestSet, aspects: readonly Aspect[]): SqlText {
  const parameters: string[] = [];
  const bind = (value: string) => `$${parameters.push(value)}`;
  const relevant = render(set, bind);
  const entities = aspects.map((aspect) => `(${renderAspect(aspect, bind)})`).join(" UNION ");
  const sql = `WITH relevant AS (${relevant}) SELECT entity FROM (${entities}) AS named ORDER BY entity COLLATE "C"`;
  return { sql, parameters };
}

type Bind = (value: string) => string;

const OPERATORS = { and: "INTERSECT", or: "UNION", minus: "EXCEPT" };

function render(set: TestSet, bind: Bind): string {
  if (!isCombination(set)) return renderAtom(set, bind);
  return set.of.map((member) => `(${render(member, bind)})`).join(` ${OPERATORS[set.kind]} `);
}

function renderAtom(atom: Atom, bind: Bind): string {
  switch (atom.kind) {
    case "traced":
      return `SELECT test_case_id AS id FROM core.trace_link WHERE reference_id = ${bind(atom.item)}`;
    case "traced_within":
      return `SELECT DISTINCT test_case_id AS id FROM core.trace_link WHERE reference_id IN (${subtree(bind(atom.item))})`;
    case "covers_message":
      return `SELECT test_case_id AS id FROM proc.test_case_message WHERE message_id = ${bind(atom.message)}`;
    case "covers_protocol":
      return `SELECT test_case_id AS id FROM proc.test_case_protocol WHERE protocol_id = ${bind(atom.protocol)}`;
    case "covers_message_of":
      return `SELECT DISTINCT test_case_id AS id FROM proc.test_case_message JOIN proc.message_protocol USING (message_id) WHERE protocol_id = ${bind(atom.protocol)}`;
    case "facet":
      return `SELECT test_case_id AS id FROM canon.test_case WHERE ${facetCondition(atom.facet, bind(atom.value))}`;
    case "has_facet":
      return `SELECT test_case_id AS id FROM canon.test_case WHERE ${facetValue(atom.facet)} IS NOT NULL`;
    case "sharing_item_with":
      return sharing(bind(atom.test));
    case "named":
      return `SELECT test_case_id AS id FROM canon.test_case WHERE name = ${bind(atom.name)}`;
    case "one":
      return `SELECT test_case_id AS id FROM canon.test_case WHERE test_case_id = ${bind(atom.id)}`;
    case "mentions":
      return `SELECT test_case_id AS id FROM canon.test_case WHERE ${atom.words.map((word) => mention(bind(word.toLowerCase()))).join(" AND ")}`;
  }
}

const OF_RELEVANT = "WHERE test_case_id IN (SELECT id FROM relevant)";

function renderAspect(aspect: Aspect, bind: Bind): string {
  switch (aspect.kind) {
    case "items": {
      const { subtype, within } = aspect;
      const ofSubtype = subtype === undefined ? "" : ` AND subtype = ${bind(subtype)}`;
      const inside = within === undefined ? "" : ` AND reference_id IN (${subtree(bind(within))})`;
      return `SELECT reference_id AS entity FROM core.trace_link JOIN canon.backlog_item ON backlog_item_id = reference_id ${OF_RELEVANT}${ofSubtype}${inside}`;
    }
    case "messages":
      return `SELECT message_id AS entity FROM proc.test_case_message ${OF_RELEVANT}`;
    case "protocols":
      return `SELECT protocol_id AS entity FROM proc.test_case_protocol ${OF_RELEVANT}`;
    case "values":
      return `SELECT ${facetMembers(aspect.facet)} AS entity FROM canon.test_case ${OF_RELEVANT} AND ${facetValue(aspect.facet)} IS NOT NULL`;
    case "parent":
      return `SELECT parent_id AS entity FROM canon.containment WHERE child_id = ${bind(aspect.item)}`;
  }
}

/** Ids of an item and of what it contains. */
function subtree(item: string): string {
  return `WITH RECURSIVE part(id, depth) AS (SELECT ${item}::text, 0 UNION SELECT child_id, depth + 1 FROM canon.containment JOIN part ON parent_id = part.id WHERE depth < ${CONTAINMENT_DEPTH}) SELECT id FROM part`;
}

function sharing(test: string): string {
  return `SELECT DISTINCT other.test_case_id AS id FROM core.trace_link AS mine JOIN core.trace_link AS other USING (reference_id) WHERE mine.test_case_id = ${test} AND other.test_case_id <> mine.test_case_id`;
}

function facetCondition(facet: Facet, value: string): string {
  if (facet.source === "list") return `attributes -> ${literal(facet.key)} ? ${value}`;
  return `${facetValue(facet)} = ${value}`;
}

function facetValue({ key, source }: Facet): string {
  return source === "column" ? identifier(key) : `attributes ->> ${literal(key)}`;
}

/** One row a value. */
function facetMembers(facet: Facet): string {
  if (facet.source !== "list") return facetValue(facet);
  return `jsonb_array_elements_text(attributes -> ${literal(facet.key)})`;
}

function mention(word: string): string {
  return `strpos(lower(concat_ws(' ', name, description, instructions)), ${word}) > 0`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
