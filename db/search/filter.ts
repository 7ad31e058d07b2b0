import type { SearchFilter, SearchType } from "../ports.ts";

const DEFAULT_TYPES: readonly SearchType[] = ["test_case", "backlog_item", "message", "protocol", "other"];

/** Conditions on `rag.chunk c`, with parameters numbered from `firstParameter`. */
export function filterConditions(
  filter: SearchFilter | undefined,
  firstParameter: number,
): { conditions: string[]; parameters: unknown[] } {
  const parameters: unknown[] = [[...(filter?.types ?? DEFAULT_TYPES)]];
  const conditions = [`c.entity_type = ANY($${firstParameter}::text[])`];
  const add = (value: string | undefined, condition: (parameter: string) => string): void => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(condition(`$${firstParameter + parameters.length - 1}`));
  };
  add(filter?.qualityArea, (p) => testCaseHas("quality_area", p));
  add(filter?.executionContext, (p) => testCaseHas("execution_context", p));
  add(
    filter?.subtype,
    (p) =>
      `c.entity_type = 'backlog_item' AND c.entity_id IN (SELECT backlog_item_id FROM canon.backlog_item WHERE subtype = ${p})`,
  );
  return { conditions, parameters };
}

function testCaseHas(column: "quality_area" | "execution_context", parameter: string): string {
  return `c.entity_type = 'test_case' AND c.entity_id IN (SELECT test_case_id FROM canon.test_case WHERE ${column} = ${parameter})`;
}
