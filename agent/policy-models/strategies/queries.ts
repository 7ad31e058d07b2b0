import type { TurnState } from "../turn-state.ts";

/** Relations that a policy names in the form `schema.name(column, column)`: those that one can query without asking first. */
export function relationsOf(state: TurnState): ReadonlyMap<string, readonly string[]> {
  const text = state.rule("queries")?.text ?? "";
  const named = text.matchAll(/`(\w+\.\w+)\(([^)]*)\)`/g);
  return new Map([...named].map(([, relation = "", columns = ""]) => [relation, columns.split(/,\s*/)]));
}

/** An attribute as SQL: a column of its own, or a member of `attributes`. */
export function toColumn(attribute: string, columns: readonly string[]): string {
  return columns.includes(attribute) ? attribute : `attributes->>${quoteSql(attribute)}`;
}

export function quoteSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quoteCypher(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
