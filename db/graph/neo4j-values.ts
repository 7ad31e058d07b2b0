import neo4j from "neo4j-driver";

/**
 * Plain JSON of what the driver gives, as the adapter of AGE gives it: a node is its properties plus `label`; a relationship
 * its properties plus `type` (`from` and `to` lie in its properties); a path the list of both. NaN and infinities become null.
 */
export function fromNeo4j(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (neo4j.isInt(value)) return value.toNumber();
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(fromNeo4j);
  if (typeof value !== "object") return value;
  if (neo4j.isNode(value)) return { ...membersOf(value.properties), label: value.labels[0] ?? null };
  if (neo4j.isRelationship(value)) return { ...membersOf(value.properties), type: value.type };
  if (neo4j.isPath(value))
    return [value.start, ...value.segments.flatMap(({ relationship, end }) => [relationship, end])].map(fromNeo4j);
  return withoutNulls(membersOf(value));
}

/** AGE keeps no null in a map. */
function withoutNulls(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, member]) => member !== null));
}

function membersOf(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, member]) => [key, fromNeo4j(member)]));
}

/** JSON for the driver, which takes every number for a float: whole ones become integers, as in AGE. */
export function toNeo4j(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (Array.isArray(value)) return value.map(toNeo4j);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toNeo4j(member)]));
}
