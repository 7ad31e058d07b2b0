import { stringify } from "yaml";
import { count, countOf } from "../../base/counts.ts";
import { grouped } from "../../base/grouped.ts";
import {
  type ArtifactHead,
  type ArtifactRole,
  type Artifacts,
  type CorpusMapping,
  headsOf,
  type StreamedCorpus,
} from "../../db/ports/corpus.ts";
import { guessKind, type LinkEnd } from "./guess-links.ts";
import { type LinkUse, linkUse } from "./link-use.ts";
import { showable } from "./quote.ts";

/** Above this share of links that take no part, the mapping is more likely wrong than the corpus odd. */
const MOST_UNUSED = 0.2;

/** Marks the lines that are new. */
const PROPOSED = "# proposed";

type Mapped = Pick<StreamedCorpus, "mapping" | "artifacts" | "links">;

/** What the mapping of a corpus leaves lying, and how to take it up. */
export interface RoleGaps {
  /** What is the matter, one sentence each. */
  reasons: string[];
  /** Sections for corpus.yaml, whole: what is there already, what is proposed (marked), what cannot be told (as a comment). */
  lines: string[];
  /** True when something is proposed: false where somebody has decided already, or nothing fits. */
  isMendable: boolean;
}

/** Null where most links take part, and there are backlog items (or nothing that might be one). */
export function roleGaps(corpus: Mapped): RoleGaps | null {
  const uses = linkUse(corpus);
  const reasons = [...sayLinks(uses), ...sayBacklog(corpus, uses)];
  if (reasons.length === 0) return null;
  const lines = propose(corpus, uses).map(showable);
  return { reasons, lines, isMendable: lines.some((line) => line.includes(PROPOSED)) };
}

function sayLinks(uses: readonly LinkUse[]): string[] {
  const all = uses.reduce((sum, use) => sum + use.all, 0);
  const unused = all - uses.reduce((sum, { used }) => sum + used, 0);
  if (unused <= MOST_UNUSED * all) return [];
  return [
    `${count(unused)} of ${countOf(all, "link")} (${Math.round((100 * unused) / all)} %) take no part: no role fits them`,
  ];
}

function sayBacklog({ mapping, artifacts }: Mapped, uses: readonly LinkUse[]): string[] {
  const roleOf = ({ type }: ArtifactHead): ArtifactRole => mapping.artifactTypes[type]?.role ?? "other";
  const roles = new Set(Array.from(headsOf(artifacts), roleOf));
  if (!roles.has("backlog_item"))
    return roles.has("other") ? ["no artifact is a backlog item: nothing can be traced to a test"] : [];
  if (uses.some(({ mapped, used }) => mapped?.role === "reference" && used > 0)) return [];
  for (const artifact of artifacts)
    if (roleOf(artifact) === "test_case" && artifact.meta.references !== undefined) return [];
  return ["no backlog item is linked with a test case"];
}

function propose(corpus: Mapped, uses: readonly LinkUse[]): string[] {
  const types = proposeTypes(corpus, uses);
  const typeOf = typesOf(corpus.artifacts);
  const endOf = (id: string): LinkEnd => {
    const type = typeOf.get(id) as string;
    return { type, role: types[type]?.role ?? "other" };
  };
  const linksOf = grouped(corpus.links, ({ kind }) => kind);
  const typeLines = Object.entries(types).map(([type, value]) => {
    const isNew = value !== corpus.mapping.artifactTypes[type];
    return `  ${entry(type, value)}${isNew ? ` ${PROPOSED}; ${OTHERWISE[value.role]}` : ""}`;
  });
  const kindLines = uses.map((use) => {
    const links = linksOf.get(use.kind) ?? [];
    return `  ${proposeKind(
      use,
      links.map(({ sourceId, targetId }) => [endOf(sourceId), endOf(targetId)] as const),
    )}`;
  });
  return ["artifactTypes:", ...typeLines, ...(kindLines.length > 0 ? ["linkKinds:", ...kindLines] : [])];
}

function typesOf(artifacts: Artifacts): ReadonlyMap<string, string> {
  return new Map(Array.from(headsOf(artifacts), ({ id, type }) => [id, type]));
}

function proposeKind({ kind, mapped, all }: LinkUse, ends: readonly (readonly [LinkEnd, LinkEnd])[]): string {
  if (mapped) return entry(kind, mapped);
  const [source, target] = ends[0] as (typeof ends)[number];
  const about = `${countOf(all, "link")}, such as ${source.type} -> ${target.type}`;
  const guess = guessKind(kind, ends)?.guess;
  if (guess) return `${entry(kind, guess)} ${PROPOSED}: ${about}`;
  return source.role === "backlog_item" && target.role === "backlog_item"
    ? `# ${entry(kind, { role: "containment" })} # only if the source contains the target: ${about}`
    : `# ${kind}: no role joins a ${source.role} and a ${target.role}: ${about}`;
}

const OTHERWISE: Partial<Record<ArtifactRole, string>> = {
  backlog_item: "message or protocol if it is what tests exercise",
  message: "backlog_item if it is a request, such as a requirement or a story",
};

/**
 * Types without a role that tests are linked with: what tests exercise where backlog items are traced already, else
 * backlog items. Where nothing is linked with a test, and nothing is a backlog item, all of them.
 */
function proposeTypes({ mapping, artifacts, links }: Mapped, uses: readonly LinkUse[]): CorpusMapping["artifactTypes"] {
  const typeOf = typesOf(artifacts);
  const isTest = (id: string) => mapping.artifactTypes[typeOf.get(id) ?? ""]?.role === "test_case";
  const unused = new Set(uses.filter(({ used }) => used === 0).map(({ kind }) => kind));
  const beside = links
    .filter(({ kind, sourceId, targetId }) => unused.has(kind) && isTest(sourceId) !== isTest(targetId))
    .map(({ sourceId, targetId }) => typeOf.get(isTest(sourceId) ? targetId : sourceId));
  const hasBacklog = Object.values(mapping.artifactTypes).some(({ role }) => role === "backlog_item");
  const wanted = new Set(beside.length > 0 || hasBacklog ? beside : typeOf.values());
  const isTraced = uses.some(({ mapped, used }) => mapped?.role === "reference" && used > 0);
  return Object.fromEntries(
    Object.entries(mapping.artifactTypes).map(([type, value]) => {
      if (!wanted.has(type) || value.role !== "other") return [type, value];
      return [type, isTraced ? { role: "message" } : { role: "backlog_item", subtype: type }];
    }),
  );
}

/** `name: { role: ... }` on one line, quoted where YAML needs it. */
function entry(name: string, value: object): string {
  return stringify({ [name]: value }, { collectionStyle: "flow", lineWidth: 0 })
    .trim()
    .replace(/^\{ (.*) \}$/s, "$1");
}
