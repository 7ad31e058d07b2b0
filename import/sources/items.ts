import { isBlank } from "../../base/blank.ts";
import { countOf } from "../../base/counts.ts";
import type { Artifact, CorpusMapping } from "../../db/ports/corpus.ts";
import { guessRoles } from "../folder/guess-roles.ts";
import { quote } from "../folder/quote.ts";
import { NamedOnly } from "./references.ts";
import type { SourceContent, SourceLink } from "./source.ts";

/** A thing of a source in the source's own words, with what it refers to. */
export interface SourceItem {
  id: string;
  /** As the source names it. */
  type: string;
  title: string;
  text: string;
  /** Attributes; those that say nothing are dropped. */
  meta: Readonly<Record<string, unknown>>;
  links: readonly ItemLink[];
  /** Words that may be ids in another format of the folder. */
  mayMention?: readonly ItemLink[];
  place: string;
}

export interface ItemLink {
  /** As the source names it. */
  kind: string;
  /** The other end. */
  id: string;
  /** True: the link goes from the other end to this item. */
  inverse?: boolean;
  /** What the other end is, where the source may know no more of it than this; without it, an end that is missing is told. */
  named?: { type: string; title?: string };
  /** Where it stands; default: the item's place. */
  place?: string;
}

interface About {
  /** In the format's own words; items and links are counted here. */
  counts?: Record<string, number>;
  notes?: readonly string[];
  /** Roles of types that the format itself knows; those of the others are guessed. */
  roles?: CorpusMapping["artifactTypes"];
  /** Records that were looked at; default: the items. */
  records?: number;
}

/** What an adapter gives, from items: links that both ends tell of are one, and those to nothing are counted and told. */
export function contentOfItems(
  items: readonly SourceItem[],
  { counts, notes = [], roles = {}, records = items.length }: About = {},
): SourceContent {
  const artifacts = items.map(artifactOf);
  const described = new Set(artifacts.map(({ id }) => id));
  const named = new NamedOnly();
  const [links, lost]: [Map<string, SourceLink>, SourceLink[]] = [new Map(), []];
  for (const item of items)
    for (const reference of item.links) {
      const link = linkOf(item, reference);
      if (!described.has(reference.id) && reference.named)
        named.add({ sourceId: item.id, ...reference, ...reference.named, place: link.place });
      described.has(reference.id) || reference.named ? links.set(keyOf(link), link) : lost.push(link);
    }
  const missing = named.missingFrom(artifacts);
  const types = new Set([...artifacts, ...missing].map(({ type }) => type));
  return {
    artifacts: [...artifacts, ...missing],
    links: [...links.values()],
    lost,
    mayMention: items.flatMap((item) => (item.mayMention ?? []).map((link) => linkOf(item, link))),
    places: new Map(items.map(({ id, place }) => [id, place])),
    records,
    counts: {
      items: items.length,
      links: links.size,
      "named only": missing.length,
      "links to nothing": lost.length,
      ...counts,
    },
    mapping: { artifactTypes: { ...Object.fromEntries(guessRoles(types)), ...ofPresent(roles, types) } },
    notes: [...notes, ...NamedOnly.note(missing), ...sayLost(lost)],
  };
}

function ofPresent(roles: CorpusMapping["artifactTypes"], types: ReadonlySet<string>): CorpusMapping["artifactTypes"] {
  return Object.fromEntries(Object.entries(roles).filter(([type]) => types.has(type)));
}

function artifactOf({ id, type, title, text, meta }: SourceItem): Artifact {
  const line = title.replace(/\s+/g, " ").trim();
  return {
    id,
    type,
    title: line || id,
    text: text.trim() || line || id,
    meta: Object.fromEntries(Object.entries(meta).filter(([, value]) => saysSomething(value))),
  };
}

function saysSomething(value: unknown): boolean {
  if (typeof value === "string") return !isBlank(value);
  if (value === null || value === undefined) return false;
  return typeof value === "object" ? Object.keys(value).length > 0 : true;
}

function linkOf(item: SourceItem, { kind, id, inverse, place = item.place }: ItemLink): SourceLink {
  return inverse ? { sourceId: id, targetId: item.id, kind, place } : { sourceId: item.id, targetId: id, kind, place };
}

const keyOf = ({ sourceId, targetId, kind }: SourceLink) => JSON.stringify([sourceId, targetId, kind]);

const MOST_SAID = 10;

export function sayLost(lost: readonly SourceLink[]): string[] {
  if (lost.length === 0) return [];
  const said = lost
    .slice(0, MOST_SAID)
    .map(({ sourceId, targetId, kind, place }) => `${place} ${quote(sourceId)} ${kind} ${quote(targetId)}`);
  const more = lost.length > MOST_SAID ? ` and ${lost.length - MOST_SAID} more` : "";
  return [
    `${countOf(lost.length, "link ends at nothing that is here and is", "links end at nothing that is here and are")} left out: ${said.join(", ")}${more}`,
  ];
}
