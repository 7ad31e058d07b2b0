import { countOf } from "../../../base/counts.ts";
import { compareText } from "../../../base/hash.ts";
import type { Artifact, CorpusMapping, Link } from "../../corpus.ts";
import { LINK_ENDS } from "./guess-links.ts";
import type { Problems } from "./problems.ts";
import { quote } from "./quote.ts";

/**
 * Leaves out links of kinds that are not mapped, links whose ends do not have the roles that their kind asks for, and
 * containments of an item in itself; says how many of each. A kind of which no link fits is a problem: the mapping is wrong.
 */
export function keepFittingLinks(
  links: readonly Link[],
  { artifacts, mapping, problems }: { artifacts: readonly Artifact[]; mapping: CorpusMapping; problems: Problems },
): { links: Link[]; notes: string[] } {
  const roles = new Map(artifacts.map(({ id, type }) => [id, mapping.artifactTypes[type]?.role]));
  const kept: Link[] = [];
  const counts = new Map<string, { all: number; kept: number }>();
  for (const link of links) {
    const count = counts.get(link.kind) ?? { all: 0, kept: 0 };
    const fits = fitsRoles(link, { mapping, roleOf: (id) => roles.get(id) });
    if (fits) kept.push(link);
    counts.set(link.kind, { all: count.all + 1, kept: count.kept + (fits ? 1 : 0) });
  }
  const sorted = [...counts].sort(([a], [b]) => compareText(a, b));
  return { links: kept, notes: sorted.flatMap(([kind, count]) => sayLeftOut(kind, { ...count, mapping, problems })) };
}

function fitsRoles(
  { sourceId, targetId, kind }: Link,
  { mapping, roleOf }: { mapping: CorpusMapping; roleOf: (id: string) => string | undefined },
): boolean {
  const mapped = roleOfKind(mapping, kind);
  if (!mapped) return false;
  const [from, to] = LINK_ENDS[mapped.role];
  const [source, target] = mapped.inverse ? [targetId, sourceId] : [sourceId, targetId];
  return roleOf(source) === from && roleOf(target) === to && source !== target;
}

function sayLeftOut(
  kind: string,
  { all, kept, mapping, problems }: { all: number; kept: number; mapping: CorpusMapping; problems: Problems },
): string[] {
  const mapped = roleOfKind(mapping, kind);
  if (!mapped)
    return [
      `link kind ${kind} (${countOf(all, "link")}) fits no role and is left out; name it under linkKinds in corpus.yaml if it does`,
    ];
  if (kept === all) return [];
  const ends = LINK_ENDS[mapped.role].join(" -> ");
  if (kept > 0)
    return [
      `${all - kept} of ${countOf(all, "link")} of kind ${kind} are left out: as ${mapped.role} they would have to go ${ends}`,
    ];
  problems.add(
    `corpus.yaml: linkKinds: ${quote(kind)} is mapped to ${mapped.role}, but none of its ${all} links goes ${ends}${mapped.inverse ? "" : "; is `inverse: true` missing?"}`,
  );
  return [];
}

/** Only what the mapping itself says: a kind may be called `constructor`. */
function roleOfKind({ linkKinds }: CorpusMapping, kind: string): CorpusMapping["linkKinds"][string] | undefined {
  return Object.hasOwn(linkKinds, kind) ? linkKinds[kind] : undefined;
}
