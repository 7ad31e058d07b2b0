import { hashOf } from "../../base/hash.ts";
import {
  type Artifact,
  type ArtifactHead,
  type ArtifactRole,
  type Corpus,
  type CorpusMapping,
  headsOf,
  LINK_ENDS,
  type Link,
  type LinkRole,
  type StreamedCorpus,
} from "./corpus.ts";

/** What the mapping makes of an artifact. */
interface Mapped {
  role: ArtifactRole;
  subtype: string;
}

export type MappedArtifact = Artifact & Mapped;
type MappedHead = ArtifactHead & Mapped;

/** A link in its role's direction. */
interface MappedLink extends Link {
  role: LinkRole;
}

/** A corpus by role, whether it is in memory or not. */
export interface StreamedRows {
  /** In the corpus' order; of a corpus that is not in memory, read and mapped whenever they are gone through. */
  artifacts: Iterable<MappedArtifact>;
  byId: ReadonlyMap<string, MappedHead>;
  links: readonly MappedLink[];
}

/** Of a corpus in memory. */
export interface CorpusRows extends StreamedRows {
  artifacts: readonly MappedArtifact[];
  byId: ReadonlyMap<string, MappedArtifact>;
}

/** Applies the mapping: an unmapped type is `other`, a link of an unmapped kind takes no part. */
export function mapCorpus({ artifacts, links, mapping }: Pick<Corpus, "artifacts" | "links" | "mapping">): CorpusRows {
  const mapped = artifacts.map((artifact) => inMapping(artifact, mapping));
  const byId = new Map(mapped.map((artifact) => [artifact.id, artifact]));
  return { artifacts: mapped, byId, links: inRoles(links, mapping) };
}

/** The same without taking the artifacts into memory. */
export function mapStreamed({
  artifacts,
  links,
  mapping,
}: Pick<StreamedCorpus, "artifacts" | "links" | "mapping">): StreamedRows {
  const mapped = {
    *[Symbol.iterator]() {
      for (const artifact of artifacts) yield inMapping(artifact, mapping);
    },
  };
  return { artifacts: mapped, byId: mapHeads(headsOf(artifacts), mapping), links: inRoles(links, mapping) };
}

/** Artifacts by id, without their texts. */
export function mapHeads(heads: Iterable<ArtifactHead>, mapping: CorpusMapping): ReadonlyMap<string, MappedHead> {
  const byId = new Map<string, MappedHead>();
  for (const { id, type } of heads) byId.set(id, inMapping({ id, type }, mapping));
  return byId;
}

function inMapping<T extends ArtifactHead>(artifact: T, { artifactTypes }: CorpusMapping): T & Mapped {
  const { role, subtype } = artifactTypes[artifact.type] ?? { role: "other" as const };
  return { ...artifact, role, subtype: subtype ?? artifact.type };
}

/** Links whose kind has a role, as it reads them. */
export function inRoles(links: readonly Link[], mapping: CorpusMapping): MappedLink[] {
  return links.flatMap((link) => inRole(link, mapping) ?? []);
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
export function fitsRole({ role, sourceId, targetId }: MappedLink, byId: StreamedRows["byId"]): boolean {
  const [from, to] = LINK_ENDS[role];
  return byId.get(sourceId)?.role === from && byId.get(targetId)?.role === to && sourceId !== targetId;
}

/** Artifacts of a role. */
export function artifactsOf({ artifacts }: StreamedRows, role: ArtifactRole): MappedArtifact[] {
  const found: MappedArtifact[] = [];
  for (const artifact of artifacts) if (artifact.role === role) found.push(artifact);
  return found;
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
export function pairsOf({ links, byId }: StreamedRows, role: LinkRole): LinkPair[] {
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
