import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import type { ArtifactRole, LinkRole } from "../../db/ports/corpus.ts";
import { guessRoles, snakeCase } from "../folder/guess-roles.ts";
import { ARTIFACT_ROLES, COLUMN_ROLES, type ColumnRole, type CorpusFile, LINK_ROLES } from "../folder/mapping.ts";

/** What `--mapping` said, by what each name is: the role tells. */
export interface MappingOverrides {
  columns: Record<string, ColumnRole>;
  types: Record<string, { role: ArtifactRole; subtype?: string }>;
  kinds: Record<string, { role: LinkRole; inverse?: boolean }>;
}

const INVERSE = ":inverse";

/**
 * `Summary=title` is a column, `Heading=other` an artifact type, `realizes=reference:inverse` a link kind.
 * @throws UserError `usage` with everything that is no such pair.
 */
export function parseOverrides(pairs: readonly string[]): MappingOverrides {
  const found: MappingOverrides = { columns: {}, types: {}, kinds: {} };
  const problems = pairs.flatMap((pair) => {
    const at = pair.lastIndexOf("=");
    const [name, role] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    return at > 0 && name !== "" && take(found, name, role) ? [] : [`${JSON.stringify(pair)} is not name=role`];
  });
  if (problems.length === 0) return found;
  throw new UserError("usage", "--mapping is not understood", {
    problems,
    hint: `roles of columns: ${COLUMN_ROLES.join(", ")}; of artifact types: ${ARTIFACT_ROLES.join(", ")}; of link kinds: ${LINK_ROLES.join(", ")}, each also with ${INVERSE}`,
  });
}

function take(found: MappingOverrides, name: string, role: string): boolean {
  const [column, type] = [COLUMN_ROLES.find((known) => known === role), ARTIFACT_ROLES.find((known) => known === role)];
  const inverse = role.endsWith(INVERSE);
  const kind = LINK_ROLES.find((known) => known === (inverse ? role.slice(0, -INVERSE.length) : role));
  if (column) found.columns[name] = column;
  else if (type)
    found.types[name] = type === "backlog_item" ? { role: type, subtype: snakeCase(name) } : { role: type };
  else if (kind) found.kinds[name] = inverse ? { role: kind, inverse } : { role: kind };
  else return false;
  return true;
}

/** The mapping with the types that were named on top; all others are guessed as usual. */
export function applyTypes(file: CorpusFile, { types }: MappingOverrides, present: ReadonlySet<string>): CorpusFile {
  requireNames(Object.keys(types), { present, what: "artifact has the type" });
  if (Object.keys(types).length === 0) return file;
  const rest = file.artifactTypes ?? Object.fromEntries(guessRoles(present));
  return { ...file, artifactTypes: { ...rest, ...types } };
}

/** @throws UserError `usage` for names that nothing in the source has: a slip would be a silent no. */
export function requireNames(
  names: readonly string[],
  { present, what }: { present: ReadonlySet<string>; what: string },
): void {
  const unknown = names.filter((name) => !present.has(name)).map((name) => JSON.stringify(name));
  if (unknown.length === 0) return;
  const known = [...present].sort(compareText).map((name) => JSON.stringify(name));
  throw new UserError("usage", `no ${what} ${unknown.join(", ")}`, { hint: `there are ${known.join(", ") || "none"}` });
}
