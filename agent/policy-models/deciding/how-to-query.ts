/** The tests' relation. Which columns it has a policy says. */
export const TESTS = "canon.test_case";

/** A query for test cases. */
export function selectTests(where: string, columns = "test_case_id, name"): string {
  return `SELECT ${columns} FROM ${TESTS} WHERE ${where} ORDER BY test_case_id`;
}

/** What `attributesOf` reads attributes from. */
export const WITH_ATTRIBUTES = "test_case_id, name, quality_area, execution_context, automated_suite, attributes";

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
