/**
 * SQL functions in the graph's schema for what Apache AGE does otherwise than openCypher, and so than Neo4j: it orders a text
 * before a number where the answer is null, counts a text's bytes, knows ASCII letters only, and its `substring`, `left` and
 * `right` are wrong in a 32-bit build such as PGlite's. The renderer (agent/guards/cypher/render-age.ts) calls them; the
 * agent's own text can't, since the guard refuses names with a namespace.
 */
export function ageFunctionsSql(graph: string): string {
  const sql = (head: string, expression: string): string =>
    `CREATE FUNCTION ${graph}.${head} LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${expression};`;
  const text = (head: string, expression: string): string =>
    sql(`${head} RETURNS ag_catalog.agtype`, `ag_catalog.text_to_agtype(${expression})`);
  const any = (head: string, expression: string): string => sql(`${head} RETURNS ag_catalog.agtype`, expression);
  const comparison = (name: string, operator: string): string =>
    any(
      `${name}(a agtype, b agtype)`,
      `CASE WHEN ${graph}.kind(a) = ${graph}.kind(b) THEN ag_catalog.bool_to_agtype(a ${operator} b) END`,
    );
  const arithmetic = (name: string, operator: string): string =>
    any(
      `${name}(a agtype, b agtype)`,
      `CASE WHEN b = '0'::agtype AND ag_catalog.agtype_out(a)::text || ag_catalog.agtype_out(b)::text ~ '[.eE]' THEN NULL ELSE a ${operator} b END`,
    );
  return [
    sql(
      "kind(value agtype) RETURNS integer",
      `CASE WHEN value > 'true'::agtype THEN 3 WHEN value >= 'false'::agtype THEN 2 WHEN value >= '""'::agtype THEN 1 WHEN value IS NOT NULL THEN 0 END`,
    ),
    comparison("less", "<"),
    comparison("less_or_equal", "<="),
    comparison("greater", ">"),
    comparison("greater_or_equal", ">="),
    arithmetic("divide", "/"),
    arithmetic("modulo", "%"),
    `CREATE FUNCTION ${graph}.text_of(value agtype) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
     BEGIN
       IF ${graph}.kind(value) <> 1 THEN RAISE EXCEPTION 'expected a text, found %', ag_catalog.agtype_out(value); END IF;
       RETURN ag_catalog.agtype_to_text(value);
     END $body$;`,
    `CREATE FUNCTION ${graph}.count_of(value agtype) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
     BEGIN
       IF ag_catalog.agtype_out(value)::text !~ '^[0-9]+$' THEN RAISE EXCEPTION 'expected a whole number from 0, found %', ag_catalog.agtype_out(value); END IF;
       RETURN least(ag_catalog.agtype_out(value)::text::numeric, 2000000000)::integer;
     END $body$;`,
    text("tolower(value agtype)", `lower(${graph}.text_of(value) COLLATE "pg_unicode_fast")`),
    text("toupper(value agtype)", `upper(${graph}.text_of(value) COLLATE "pg_unicode_fast")`),
    text("trim(value agtype)", `btrim(${graph}.text_of(value), ${WHITE_SPACE})`),
    text("ltrim(value agtype)", `ltrim(${graph}.text_of(value), ${WHITE_SPACE})`),
    text("rtrim(value agtype)", `rtrim(${graph}.text_of(value), ${WHITE_SPACE})`),
    text(`"left"(value agtype, n agtype)`, `left(${graph}.text_of(value), ${graph}.count_of(n))`),
    text(`"right"(value agtype, n agtype)`, `right(${graph}.text_of(value), ${graph}.count_of(n))`),
    text(`"substring"(value agtype, n agtype)`, `substr(${graph}.text_of(value), ${graph}.count_of(n) + 1)`),
    text(
      `"substring"(value agtype, n agtype, m agtype)`,
      `left(substr(${graph}.text_of(value), ${graph}.count_of(n) + 1), ${graph}.count_of(m))`,
    ),
    text(
      `"replace"(value agtype, search agtype, by agtype)`,
      `CASE ${graph}.text_of(search) WHEN '' THEN ${graph}.text_of(by) || regexp_replace(${graph}.text_of(value), '(.)', '\\1' || replace(${graph}.text_of(by), '\\', '\\\\'), 'g') ELSE replace(${graph}.text_of(value), ${graph}.text_of(search), ${graph}.text_of(by)) END`,
    ),
    any(
      "size(value agtype)",
      `CASE WHEN ${graph}.kind(value) = 1 THEN ag_catalog.int4_to_agtype(char_length(ag_catalog.agtype_to_text(value))) ELSE ag_catalog.age_size(value) END`,
    ),
    text(
      "tostring(value agtype)",
      `CASE WHEN ${graph}.kind(value) = 1 THEN ag_catalog.agtype_to_text(value) ELSE ag_catalog.agtype_out(value)::text END`,
    ),
    any(
      "tointeger(value agtype)",
      `CASE WHEN value = 'true'::agtype THEN '1'::agtype WHEN value = 'false'::agtype THEN '0'::agtype WHEN ${graph}.kind(value) = 1 AND ag_catalog.agtype_to_text(value) !~ ${NUMBER} THEN NULL ELSE ag_catalog.age_tointeger(value) END`,
    ),
    any(
      "tofloat(value agtype)",
      `CASE WHEN ${graph}.kind(value) = 1 AND ag_catalog.agtype_to_text(value) !~ ${NUMBER} THEN NULL ELSE ag_catalog.age_tofloat(value) END`,
    ),
    sql(
      "matches(value agtype, pattern agtype) RETURNS ag_catalog.agtype",
      `CASE WHEN ${graph}.kind(value) = 1 THEN ag_catalog.bool_to_agtype(ag_catalog.agtype_to_text(value) COLLATE "pg_unicode_fast" ~ ag_catalog.agtype_to_text(pattern)) END`,
    ),
    // Paths of variable length: AGE's own estimates (1,000 paths a start, a test for nothing) make plans that read every relationship.
    ...[7, 8].map((arity) => `ALTER FUNCTION ag_catalog.age_vle(${Array(arity).fill("agtype").join(", ")}) ROWS 5;`),
    'ALTER FUNCTION ag_catalog.age_match_vle_terminal_edge("any") COST 100;',
  ].join("\n");
}

/** What Java calls white space. */
const WHITE_SPACE =
  "E' \\t\\n\\u000B\\f\\r\\u001C\\u001D\\u001E\\u001F\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2008\\u2009\\u200A\\u2028\\u2029\\u205F\\u3000'";

const NUMBER = "'^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$'";
