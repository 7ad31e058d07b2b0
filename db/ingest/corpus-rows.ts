import { hashOf } from "../../base/hash.ts";
import {
  type Artifact,
  type ArtifactRole,
  type Corpus,
  type CorpusMapping,
  LINK_ENDS,
  type Link,
  type LinkRole,
} from "../corpus.ts";

/** An artifact with what the mapping makes of it. */
export interface MappedArtifact extends Artifact {
  role: ArtifactRole;
  subtype: string;
}

/** A link in its role's direction. */
interface MappedLink extends Link {
  role: LinkRole;
}

/** A corpus by role. */
export interface CorpusRows {
  artifacts: readonly MappedArtifact[];
  byId: ReadonlyMap<string, MappedArtifact>;
  links: readonly MappedLink[];
}

/** Applies the mapping: an unmapped type is `other`, a link of an unmapped kind takes no part. */
export function mapCorpus({ artifacts, links, mapping }: Pick<Corpus, "artifacts" | "links" | "mapping">): CorpusRows {
  const mapped = artifacts.map((artifact): MappedArtifact => {
    const { role, subtype } = mapping.artifactTypes[artifact.type] ?? { role: "other" as const };
    return { ...artifact, role, subtype: subtype ?? artifact.type };
  });
  const turned = links.flatMap((link) => inRole(link, mapping) ?? []);
  return { artifacts: mapped, byId: new Map(mapped.map((artifact) => [artifact.id, artifact])), links: turned };
}

/** A link as its role reads it, null for one of an unmapped kind. */
export function inRole(link: Link, mapping: CorpusMapping): MappedLink | null {
  const kind = roleOfKind(mapping, link.kind);
  if (!kind) return null;
  const ends = kind.inverse ? { sourceId: link.targetId, targetId: link.sourceId } : {};
  return { ...link, ...ends, role: kind.role };
}

/** Only what the mapping itself says: a kind may be called `constructor`. */
export function roleOfKind({ linkKinds }: CorpusMapping, kind: string): CorpusMapping["linkKinds"][string] | null {
  return (Object.hasOwn(linkKinds, kind) && linkKinds[kind]) || null;
}

/** True for a link whose ends have the roles that its own role asks for, and which joins two artifacts. */
export function fitsRole({ role, sourceId, targetId }: MappedLink, byId: CorpusRows["byId"]): boolean {
  const [from, to] = LINK_ENDS[role];
  return byId.get(sourceId)?.role === from && byId.get(targetId)?.role === to && sourceId !== targetId;
}

/** Artifacts of a role. */
export function artifactsOf({ artifacts }: CorpusRows, role: ArtifactRole): MappedArtifact[] {
  return artifacts.filter((artifact) => artifact.role === role);
}

/** A text member of an artifact's `meta`, null when absent or empty. */
export function metaText(artifact: Artifact, key: string): string | null {
  const value = artifact.meta[key];
  return typeof value === "string" && value.trim() !== "" ? value : typeof value === "number" ? String(value) : null;
}

/** A list of texts in an artifact's `meta`; a single text is a list of one. */
export function metaList(artifact: Artifact, key: string): string[] {
  const value = artifact.meta[key];
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string" && entry.trim() !== "") : [];
}

/** A link's ends, in its role's direction. */
export type LinkPair = readonly [source: string, target: string];

/** The distinct links of a role whose ends fit it. */
export function pairsOf({ links, byId }: CorpusRows, role: LinkRole): LinkPair[] {
  const fitting = links.filter((link) => link.role === role && fitsRole(link, byId));
  return distinct(fitting.map((link): LinkPair => [link.sourceId, link.targetId]));
}

/** Pairs without repeats, first kept. */
export function distinct(pairs: readonly LinkPair[]): LinkPair[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** SHA-256 of an artifact as it came. */
export function contentHash({ id, type, title, text, meta }: Artifact): string {
  return hashOf({ id, type, title, text, meta });
}

/** What `meta` holds besides the members that have a column. */
export function otherMeta(artifact: Artifact, known: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(artifact.meta).filter(([key]) => !known.includes(key)));
}
