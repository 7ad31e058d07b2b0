import { compareText } from "../../base/text-order.ts";
import type { CorpusMapping } from "../ports/corpus.ts";
import type { Row, Substrate } from "../ports/ports.ts";
import { reportTime } from "./report-time.ts";

/** A report of a fault as trackers keep it: what its search can be narrowed by. */
export interface Issue {
  id: string;
  title: string;
  status: string | null;
  components: readonly string[];
  /** Versions that are affected or that it was fixed in. */
  versions: readonly string[];
  /** When it was filed, ISO 8601 in UTC; null where the tracker does not say, or in a form that could be two days. */
  created: string | null;
}

/** What issues are narrowed by. Names compare without letter case; all that is given must hold. */
export interface IssueFilter {
  component?: string | undefined;
  /** Exact: `3.3` is not `3.3.1`. */
  version?: string | undefined;
  /** Filed at this time or later. An issue without a time is left out. */
  from?: string | undefined;
  /** Filed before this time. */
  before?: string | undefined;
}

/** Field of a report's record: features of the device configurations that are attached to it. */
export const CONFIGURATION_FEATURES = "configuration_features";

/** Subtypes of backlog items that the mapping calls reports of faults. */
export function faultSubtypes({ artifactTypes }: Pick<CorpusMapping, "artifactTypes">): string[] {
  const own = Object.entries(artifactTypes).filter(([, { role, fault }]) => role === "backlog_item" && fault);
  return [...new Set(own.map(([type, { subtype }]) => subtype ?? type))].sort(compareText);
}

/** All issues of a substrate by id, in code-unit order; none where its corpus has no reports of faults. */
export async function readIssues({ sql, manifest }: Substrate): Promise<ReadonlyMap<string, Issue>> {
  const subtypes = faultSubtypes(manifest.mapping);
  if (subtypes.length === 0) return new Map();
  const { rows } = await sql.query<IssueRow>(
    `SELECT backlog_item_id AS id, name, status, attributes FROM canon.backlog_item WHERE subtype = ANY($1::text[])
     ORDER BY backlog_item_id COLLATE "C"`,
    [subtypes],
  );
  return new Map(rows.map((row) => [row.id, issueOf(row)]));
}

type IssueRow = Row & { id: string; name: string; status: string | null; attributes: Record<string, unknown> };

function issueOf({ id, name, status, attributes }: IssueRow): Issue {
  return { id, title: name, status, ...issueFacts(attributes) };
}

/** What a record's attributes say that issues are narrowed by, whatever the tracker calls it. */
export function issueFacts(
  attributes: Readonly<Record<string, unknown>>,
): Pick<Issue, "components" | "versions" | "created"> {
  const valuesOf = (names: RegExp): string[] =>
    Object.entries(attributes).flatMap(([name, value]) => (names.test(plain(name)) ? listOf(value) : []));
  const times = valuesOf(CREATED).flatMap((text) => reportTime(text) ?? []);
  return {
    components: unique(valuesOf(COMPONENT).flatMap(namesIn)),
    versions: unique(valuesOf(VERSION).flatMap(namesIn)),
    created: times.sort(compareText)[0] ?? null,
  };
}

/** Names of fields as `plain` writes them: of Jira, GitHub, Bugzilla, Azure DevOps. */
const COMPONENT = /^(components?|modules?|areapath|area|subsystem)$/;
const VERSION = /^(affects?(ed)?versions?|affects|versions?|fixversions?|fixedin|targetversion|milestone|release)$/;
const CREATED =
  /^(created|createdat|createddate|creationtime|creationdate|opened|openedat|reported|reportedat|submitted)$/;

/** `Affects Version/s` as `affectsversions`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listOf);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** Trackers write several in one field. */
function namesIn(text: string): string[] {
  return text.split(/[,;\n]/).flatMap((part) => part.trim() || []);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareText);
}

/** Whether an issue is one of those that are asked for. */
export function isWithin(issue: Issue, { component, version, from, before }: IssueFilter): boolean {
  const has = (names: readonly string[], wanted: string) =>
    names.some((name) => name.toLowerCase() === wanted.trim().toLowerCase());
  return (
    (component === undefined || has(issue.components, component)) &&
    (version === undefined || has(issue.versions, version)) &&
    (from === undefined || (issue.created !== null && issue.created >= from)) &&
    (before === undefined || (issue.created !== null && issue.created < before))
  );
}
