import type { SearchFilter } from "../ports.ts";

/** Conditions on the columns `entity_type` and `entity_id` of a table, with parameters numbered from `firstParameter`. */
export function filterConditions(
  filter: SearchFilter | undefined,
  { table, firstParameter }: { table: string; firstParameter: number },
): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(condition(`$${firstParameter + parameters.length - 1}`));
  };
  const testCaseHas = (column: string) => (parameter: string) =>
    `${table}.entity_type = 'test_case' AND ${table}.entity_id IN (SELECT test_case_id FROM canon.test_case WHERE ${column} = ${parameter})`;
  if (filter?.types === undefined) conditions.push(`${table}.entity_type <> 'knowledge'`);
  add(filter?.types, (parameter) => `${table}.entity_type = ANY(${parameter}::text[])`);
  add(filter?.qualityArea, testCaseHas("quality_area"));
  add(filter?.executionContext, testCaseHas("execution_context"));
  add(
    filter?.subtype,
    (parameter) =>
      `${table}.entity_type = 'backlog_item' AND ${table}.entity_id IN (SELECT backlog_item_id FROM canon.backlog_item WHERE subtype = ${parameter})`,
  );
  return { sql: conditions.join(" AND "), parameters };
}
