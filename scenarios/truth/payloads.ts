import type { Row, Substrate } from "../../db/ports/ports.ts";

/** The raw payloads that canonical rows are made from: artifacts as they came. */
export interface Payloads {
  /** Test cases whose payload has a value under `meta.<key>` (null when absent) that meets a condition. */
  testsWhere(key: string, matches: (value: unknown) => boolean): Promise<Set<string>>;
  /** What the payloads of these test cases have under `meta.<key>`: texts, and the members of lists. */
  valuesOf(key: string, tests: ReadonlySet<string>): Promise<Set<string>>;
  /** Test cases whose payload holds all of the words, in any case. */
  testsMentioning(words: readonly string[]): Promise<Set<string>>;
  /** True when any payload at all does. */
  anyMentions(words: readonly string[]): Promise<boolean>;
  hasId(id: string): Promise<boolean>;
}

/** Without the two long texts, which are no attributes. */
const ATTRIBUTES = `SELECT external_id, artifact_type, (body -> 'meta') - '{instructions,description}'::text[] AS meta FROM raw.current_payload`;
const MENTIONING = `SELECT external_id, artifact_type FROM raw.current_payload
  WHERE NOT EXISTS (SELECT FROM jsonb_array_elements_text($1::jsonb) AS word WHERE position(lower(word) IN lower(body::text)) = 0)`;
const WITH_ID = `SELECT external_id FROM raw.current_payload WHERE lower(external_id) = lower($1)`;

/** The query behind `testsWhere`, as it is told in a derivation. */
export function valueText(key: string): string {
  return `payload: SELECT external_id, body -> 'meta' -> '${key.replaceAll("'", "''")}' AS value FROM raw.current_payload`;
}

/** The same texts are asked for a condition and for its premise: each answer is kept, as payloads are long. */
export function readPayloads({ sql, manifest }: Substrate): Payloads {
  const isTest = (row: Row) => manifest.mapping.artifactTypes[String(row.artifact_type)]?.role === "test_case";
  const kept = new Map<string, Promise<Row[]>>();
  const once = (query: string, parameters: readonly unknown[]): Promise<Row[]> => {
    const key = JSON.stringify([query, parameters]);
    const reading = kept.get(key) ?? sql.query(query, parameters).then(({ rows }) => rows);
    kept.set(key, reading);
    return reading;
  };
  const mentioning = (words: readonly string[]) => once(MENTIONING, [JSON.stringify(words)]);
  return {
    async testsWhere(key, matches) {
      const tests = (await once(ATTRIBUTES, [])).filter(isTest);
      return idsOf(tests.filter((row) => matches((row.meta as Record<string, unknown> | null)?.[key] ?? null)));
    },
    async valuesOf(key, tests) {
      const rows = (await once(ATTRIBUTES, [])).filter((row) => isTest(row) && tests.has(String(row.external_id)));
      const found = rows.flatMap((row) => (row.meta as Record<string, unknown> | null)?.[key] ?? []);
      return new Set(found.filter((value) => typeof value === "string"));
    },
    testsMentioning: async (words) => idsOf((await mentioning(words)).filter(isTest)),
    anyMentions: async (words) => (await mentioning(words)).length > 0,
    hasId: async (id) => (await once(WITH_ID, [id])).length > 0,
  };
}

function idsOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.map((row) => String(row.external_id)));
}
