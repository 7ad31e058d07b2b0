import { type PlainIssue, parsePlainly, plainIssues } from "../base/plain-issues.ts";
import { compareText } from "../base/text-order.ts";
import { UserError } from "../base/user-error.ts";
import { readTextFile } from "../base/utf8-text.ts";
import { type OpenYaml, openYaml } from "../base/yaml.ts";
import { QueryFailed, QueryTimeout, type Substrate } from "../db/ports/ports.ts";
import type { DataRedactor } from "../import/redaction/redactor.ts";
import { unsaid } from "./finish.ts";
import { type Scenario, type ScenarioSet, scenarioSchema, scenarioSetSchema } from "./set/schema.ts";

/** A stored query may be anybody's: it runs as the agent's role and is ended after this many milliseconds. */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * Reads a scenario set and checks it, against a corpus too when a substrate is given: every expected id is a test case
 * of the corpus, and every stored query gives exactly the expected ids. A scenario that has a query and no
 * `expected_ids` gets them from the query.
 * @throws UserError (`scenarios`) with all problems at once, each with its line.
 */
export async function validateScenarioSet(
  path: string,
  { substrate, redactor = null }: { substrate?: Substrate; redactor?: DataRedactor | null } = {},
): Promise<ScenarioSet> {
  const { value, describe } = await openScenarios(path, redactor);
  const issues: PlainIssue[] = [];
  if (substrate) issues.push(...(await fillExpectedIds(value, substrate)));
  const parsed = parsePlainly(scenarioSetSchema, value ?? {});
  // An id that its query could not give is already reported.
  const reported = new Set(issues.map((issue) => issue.path.join(".")));
  issues.push(...plainIssues(parsed.error?.issues ?? []).filter((issue) => !reported.has(issue.path.join("."))));
  issues.push(...repeatedIds(value));
  if (substrate) issues.push(...(await corpusIssues(value, substrate)));
  if (parsed.success && issues.length === 0) return parsed.data;
  throw notValid(path, issues.map(describe));
}

/**
 * What can be said of a scenario file without a corpus; truths that are queries are left to it. Gives the ids.
 * @throws UserError (`scenarios`) with all problems at once, each with its line.
 */
export async function checkScenarioFile(path: string, redactor: DataRedactor | null = null): Promise<string[]> {
  const { value, describe } = await openScenarios(path, redactor);
  const parsed = parsePlainly(scenarioSetSchema, value ?? {});
  const left = new Set(
    rawScenarios(value)
      .filter(({ raw }) => raw.expected_ids === undefined && queryOf(raw))
      .map(({ path }) => [...path, "expected_ids"].join(".")),
  );
  const issues = [...plainIssues(parsed.error?.issues ?? []), ...repeatedIds(value)];
  const found = issues.filter((issue) => !left.has(issue.path.join(".")));
  if (found.length > 0) throw notValid(path, found.map(describe));
  return rawScenarios(value).map(({ raw }) => String(raw.id));
}

/** Ids of the callers as whom live sources are asked, as the file has them; checked by `checkScenarioFile`. */
export async function liveCallers(path: string): Promise<string[]> {
  const { value } = await openScenarios(path, null);
  const callers = rawScenarios(value).map(({ raw }) => (raw.live as { caller?: unknown } | undefined)?.caller);
  return [...new Set(callers.filter((caller) => typeof caller === "string"))].sort(compareText);
}

/** Names of tools that scenarios expect, as the file has them; checked by `checkScenarioFile`. */
export async function toolsExpected(path: string): Promise<string[]> {
  const { value } = await openScenarios(path, null);
  const tools = rawScenarios(value).flatMap(
    ({ raw }) => (raw.routing as { tools?: string[] } | undefined)?.tools ?? [],
  );
  return [...new Set(tools)].sort(compareText);
}

/** What people wrote about a corpus says what the corpus says. */
async function openScenarios(path: string, redactor: DataRedactor | null): Promise<OpenYaml> {
  const open = openYaml(await readTextFile(path, "scenarios", `scopebench scenarios generate ${path} writes one`), {
    path,
    code: "scenarios",
  });
  return redactor ? { ...open, value: redactor.value(open.value) } : open;
}

function notValid(path: string, problems: readonly string[]): UserError {
  return new UserError("scenarios", `${path} is not a valid scenario set`, {
    problems,
    hint: "mend the lines above; the format is explained in scenarios/README.md",
  });
}

/** Scenarios as they stand in the file, valid or not, with their place. */
function rawScenarios(value: unknown): { raw: Record<string, unknown>; path: PropertyKey[] }[] {
  const list = (value as { scenarios?: unknown } | null)?.scenarios;
  if (!Array.isArray(list)) return [];
  return list.flatMap((raw: unknown, index) =>
    raw !== null && typeof raw === "object"
      ? [{ raw: raw as Record<string, unknown>, path: ["scenarios", index] }]
      : [],
  );
}

/** Truths that are queries become ids, in place: `value` is this call's own. */
async function fillExpectedIds(value: unknown, substrate: Substrate): Promise<PlainIssue[]> {
  const issues: PlainIssue[] = [];
  for (const { raw, path } of rawScenarios(value)) {
    const query = queryOf(raw);
    if (raw.expected_ids !== undefined || !query) continue;
    const found = await idsOf(query, substrate);
    if (found.ids) raw.expected_ids = found.ids;
    else issues.push({ path: [...path, "expected_ids"], message: found.problem });
  }
  return issues;
}

/** The stored query of a scenario as it stands in the file. */
function queryOf({ derivation }: Record<string, unknown>): { sql: string; parameters: string[] } | null {
  const query = derivation as { sql?: unknown; parameters?: unknown } | null | undefined;
  return typeof query?.sql === "string" ? { sql: query.sql, parameters: (query.parameters ?? []) as string[] } : null;
}

function repeatedIds(value: unknown): PlainIssue[] {
  const seen = new Set<unknown>();
  const issues: PlainIssue[] = [];
  for (const { raw, path } of rawScenarios(value)) {
    if (raw.id !== undefined && seen.has(raw.id))
      issues.push({ path: [...path, "id"], message: `the id ${String(raw.id)} is used before in this set` });
    seen.add(raw.id);
  }
  return issues;
}

/** What the corpus says against the scenarios that are well-formed on their own. */
async function corpusIssues(value: unknown, substrate: Substrate): Promise<PlainIssue[]> {
  const { rows } = await substrate.sql.query<{ id: string; is_test: boolean }>(
    `SELECT test_case_id AS id, true AS is_test FROM canon.test_case
     UNION ALL SELECT backlog_item_id, false FROM canon.backlog_item`,
  );
  const records = new Set(rows.map(({ id }) => id));
  const tests = new Set(rows.flatMap(({ id, is_test }) => (is_test ? [id] : [])));
  const issues: PlainIssue[] = [];
  for (const { raw, path } of rawScenarios(value)) {
    const scenario = scenarioSchema.safeParse(raw).data;
    if (!scenario) continue;
    const known = scenario.routing ? records : tests;
    issues.push(...unknownIds(scenario, known).map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    const problem = await queryProblem(scenario, substrate);
    if (problem !== null) issues.push({ path: [...path, "derivation", "sql"], message: problem });
    const lacking = await gapsProblem(scenario, substrate);
    if (lacking !== null) issues.push({ path: [...path, "coverage_gaps"], message: lacking });
    const open = await entitiesProblem(scenario, substrate);
    if (open !== null) issues.push({ path: [...path, "derivation", "entities", "sql"], message: open });
  }
  return issues;
}

function unknownIds(scenario: Scenario, known: ReadonlySet<string>): { path: PropertyKey[]; message: string }[] {
  return scenario.expected_ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            path: ["expected_ids", index],
            message: `${id} is not a ${scenario.routing ? "test case or an item of the backlog" : "test case"} of this corpus`,
          },
        ],
  );
}

async function queryProblem(
  { derivation, expected_ids, review }: Scenario,
  substrate: Substrate,
): Promise<string | null> {
  if (!derivation || review?.decision === "corrected") return null;
  const { ids, problem } = await idsOf(derivation, substrate);
  if (!ids) return problem;
  const missing = expected_ids.filter((id) => !ids.includes(id));
  const extra = ids.filter((id) => !expected_ids.includes(id));
  if (missing.length + extra.length === 0) return null;
  const lists = [`not given: ${missing.join(", ") || "-"}`, `given but not expected: ${extra.join(", ") || "-"}`];
  return `the query does not give the expected ids; ${lists.join("; ")}`;
}

/** What the query for entities gives is expected, unless the question says it. */
async function entitiesProblem(scenario: Scenario, substrate: Substrate): Promise<string | null> {
  const { derivation, turns, expected_entities, review } = scenario;
  if (!derivation?.entities || review?.decision === "corrected") return null;
  const { ids, problem } = await idsOf(derivation.entities, substrate);
  if (!ids) return problem;
  const missing = unsaid(ids, turns).filter((entity) => !expected_entities.includes(entity));
  return missing.length === 0 ? null : `the query for entities also gives ${missing.join(", ")}`;
}

/** A stored query for gaps gives exactly them. */
async function gapsProblem(
  { derivation, coverage_gaps, review }: Scenario,
  substrate: Substrate,
): Promise<string | null> {
  if (!derivation?.gaps || coverage_gaps === undefined || review?.decision === "corrected") return null;
  const { ids, problem } = await idsOf(derivation.gaps, substrate);
  if (!ids) return problem;
  const told = [...coverage_gaps].sort(compareText);
  return ids.join("\n") === told.join("\n") ? null : `the query for gaps gives ${ids.join(", ") || "none"}`;
}

type Ids = { ids: string[]; problem?: undefined } | { ids?: undefined; problem: string };

/** First column of the query's rows, sorted. */
async function idsOf(
  query: { sql: string; parameters: readonly (string | number)[] },
  substrate: Substrate,
): Promise<Ids> {
  try {
    const options = { role: "agent_readonly", timeoutMs: QUERY_TIMEOUT_MS } as const;
    const { rows, fields } = await substrate.sql.query(query.sql, query.parameters, options);
    return { ids: rows.map((row) => String(row[fields[0] ?? ""])).sort(compareText) };
  } catch (error) {
    if (error instanceof QueryFailed || error instanceof QueryTimeout)
      return { problem: `the query failed: ${error.message}` };
    throw error;
  }
}
