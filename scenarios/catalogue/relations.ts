import { compareText } from "../../base/text-order.ts";
import type { SqlPort } from "../../db/ports/ports.ts";
import { snakeCase } from "../../import/folder/guess-roles.ts";
import { tellingText } from "./sentence.ts";
import { singular } from "./singular.ts";

export interface TestEntry {
  id: string;
  name: string;
}

export interface ItemEntry {
  id: string;
  subtype: string;
  name: string;
  /** What tells it without its id; null where neither name nor description does. */
  telling: string | null;
  status: string | null;
  /** False for change requests whose text names or adds a linked test: they would give the answer away. */
  askable: boolean;
}

export interface MessageEntry {
  id: string;
  /** What the corpus calls it: `message`, `component path`. */
  noun: string;
  name: string;
  aliases: readonly string[];
}

export interface ProtocolEntry {
  id: string;
  noun: string;
  interface: string;
  name: string;
}

export type IdPair = readonly [string, string];

/** A test case's structured attributes: typed columns and `attributes`, as they stand. */
export interface TestAttributes {
  id: string;
  columns: Record<string, unknown>;
  attributes: Record<string, unknown>;
}

export interface Relations {
  tests: TestEntry[];
  attributes: TestAttributes[];
  items: ItemEntry[];
  messages: MessageEntry[];
  protocols: ProtocolEntry[];
  traces: IdPair[];
  containment: IdPair[];
  messageCoverage: IdPair[];
  protocolCoverage: IdPair[];
  membership: IdPair[];
  ids: string[];
}

/** Attributes by which an import marks a change request whose text gives the linked tests away (see the shared data's README). */
const GIVES_ANSWER_AWAY = ["mentions_linked_plan_id", "names_linked_directory", "adds_test"];

/** All that generators choose from, each list sorted by id in code-unit order, whatever the database's collation. */
export async function readRelations(sql: SqlPort): Promise<Relations> {
  const tests = await readTests(sql);
  const items = await readItems(sql);
  const messages = await readMessages(sql);
  const protocols = await readProtocols(sql);
  const others = await rowsOf(
    sql,
    "SELECT artifact_id FROM canon.other_artifact UNION ALL SELECT entry_id FROM kb.entry",
  );
  return {
    tests: tests.map(({ id, name }) => ({ id, name })),
    attributes: tests,
    items,
    messages,
    protocols,
    traces: await pairs(sql, "SELECT test_case_id, reference_id FROM core.trace_link"),
    containment: await pairs(sql, "SELECT parent_id, child_id FROM canon.containment"),
    messageCoverage: await pairs(sql, "SELECT test_case_id, message_id FROM proc.test_case_message"),
    protocolCoverage: await pairs(sql, "SELECT test_case_id, protocol_id FROM proc.test_case_protocol"),
    membership: await pairs(sql, "SELECT message_id, protocol_id FROM proc.message_protocol"),
    ids: [...tests, ...items, ...messages, ...protocols]
      .map(({ id }) => id)
      .concat(others.map((row) => String(row[0]))),
  };
}

/** Groups of second members by first, both in code-unit order. */
export function groupPairs(list: readonly IdPair[], orient: (pair: IdPair) => IdPair): Map<string, Set<string>> {
  const sorted = list.map(orient).sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1]));
  const groups = new Map<string, Set<string>>();
  for (const [key, value] of sorted) {
    const group = groups.get(key);
    if (group) group.add(value);
    else groups.set(key, new Set([value]));
  }
  return groups;
}

async function readTests(sql: SqlPort): Promise<(TestEntry & TestAttributes)[]> {
  const rows = await rowsOf(
    sql,
    "SELECT test_case_id, name, quality_area, execution_context, automated_suite, attributes FROM canon.test_case",
  );
  return rows.map(([id, name, quality_area, execution_context, automated_suite, attributes]) => ({
    id: String(id),
    name: String(name),
    columns: { quality_area, execution_context, automated_suite },
    attributes: attributes as Record<string, unknown>,
  }));
}

async function readItems(sql: SqlPort): Promise<ItemEntry[]> {
  const rows = await rowsOf(
    sql,
    "SELECT backlog_item_id, subtype, name, status, attributes, left(description, 2000) FROM canon.backlog_item",
  );
  return rows.map(([id, subtype, name, status, attributes, description]) => ({
    id: String(id),
    subtype: String(subtype),
    name: String(name),
    telling: tellingText({ name: String(name), description: String(description) }),
    status: status === null ? null : String(status),
    askable: isAskable(attributes as Record<string, unknown>),
  }));
}

/** False where the attributes say that the text names or adds a linked test. */
export function isAskable(attributes: Readonly<Record<string, unknown>>): boolean {
  return GIVES_ANSWER_AWAY.every((key) => isEmpty(attributes[key]));
}

async function readMessages(sql: SqlPort): Promise<MessageEntry[]> {
  const rows = await rowsOf(
    sql,
    "SELECT message_id, name, artifact_type FROM proc.message JOIN raw.payload USING (payload_id)",
  );
  const aliases = groupPairs(await pairs(sql, "SELECT message_id, alias FROM proc.message_alias"), (pair) => pair);
  return rows.map(([id, name, type]) => ({
    id: String(id),
    noun: nounOf(type),
    name: String(name),
    aliases: [...(aliases.get(String(id)) ?? [])],
  }));
}

async function readProtocols(sql: SqlPort): Promise<ProtocolEntry[]> {
  const rows = await rowsOf(
    sql,
    "SELECT protocol_id, interface, name, artifact_type FROM proc.protocol JOIN raw.payload USING (payload_id)",
  );
  return rows.map(([id, face, name, type]) => ({
    id: String(id),
    noun: nounOf(type),
    interface: String(face),
    name: String(name),
  }));
}

/** `component_path` as `component path`, `changedPackages` as `changed package`: the corpus' own word for one that has the role. */
function nounOf(artifactType: unknown): string {
  return singular(snakeCase(String(artifactType)).replaceAll("_", " "));
}

async function pairs(sql: SqlPort, query: string): Promise<IdPair[]> {
  return (await rowsOf(sql, query)).map(([a, b]) => [String(a), String(b)] as const);
}

/** Rows as arrays in the order of the columns, sorted by the first, then the second. */
async function rowsOf(sql: SqlPort, query: string): Promise<unknown[][]> {
  const { rows, fields } = await sql.query(query);
  const list = rows.map((row) => fields.map((field) => row[field] ?? null));
  return list.sort((a, b) => compareText(String(a[0]), String(b[0])) || compareText(String(a[1]), String(b[1])));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
}
