/**
 * What a corpus is, whatever its source: artifacts, links, and a mapping of their types to roles. Everything above the
 * corpus adapters (ingest, scenario generators, tools) works from roles, never from a corpus' own type names.
 */

/** What an artifact is for test scope analysis. `other` is kept in `canon.other_artifact` and is searchable, but takes no part in scenarios. */
export type ArtifactRole = "test_case" | "backlog_item" | "protocol" | "message" | "knowledge" | "other";

/** What a link says. */
export type LinkRole =
  | "containment"
  | "reference"
  | "message_coverage"
  | "protocol_coverage"
  | "membership"
  | "call"
  | "inheritance";

/** Source and target role of each link role, in the direction after mapping. A containment goes from parent to child, a call from caller to callee, an inheritance from heir to base. */
export const LINK_ENDS: Readonly<Record<LinkRole, readonly [source: ArtifactRole, target: ArtifactRole]>> = {
  containment: ["backlog_item", "backlog_item"],
  reference: ["test_case", "backlog_item"],
  message_coverage: ["test_case", "message"],
  protocol_coverage: ["test_case", "protocol"],
  membership: ["message", "protocol"],
  call: ["message", "message"],
  inheritance: ["protocol", "protocol"],
};

/** One line of `artifacts.jsonl`. Ids may hold slashes, colons and spaces. `meta` is the adapter's own, kept as it came. */
export interface Artifact {
  id: string;
  type: string;
  title: string;
  text: string;
  meta: Record<string, unknown>;
}

/** One line of `links.csv`. */
export interface Link {
  sourceId: string;
  targetId: string;
  kind: string;
}

/** What an artifact type of a corpus is. */
export interface MappedType {
  role: ArtifactRole;
  /** Of a backlog item; default: the type's name. */
  subtype?: string;
  /** Of a backlog item: reports of faults, which `db/issues/` reads. */
  fault?: true | undefined;
}

/**
 * `corpus.yaml`: how the types of a corpus map to roles. A link with `inverse: true` is read target -> source. The mapping
 * is a view: artifacts and links are kept whatever it says, and another mapping needs no other import.
 */
export interface CorpusMapping {
  name: string;
  /** True when the texts were generated. Said wherever results show. */
  synthetic: boolean;
  /** What it is and where it is from, one or two sentences for the reader. */
  description?: string;
  artifactTypes: Record<string, MappedType>;
  linkKinds: Record<string, { role: LinkRole; inverse?: boolean }>;
  /** How to recognise an id of this corpus in free text, by role: regular expression sources without anchors or flags. */
  idPatterns: IdPattern[];
  /** How an attribute of test cases reads after "tests", by its name: `of kind {}`. */
  phrases?: Record<string, string>;
}

/** One of the corpus' id shapes. Used by grounding, by link resolution and by judges to find ids in prose. */
export interface IdPattern {
  role: ArtifactRole;
  /** Source of a regular expression, matched with word-like boundaries added by the reader (see `findIds`). */
  pattern: string;
  example: string;
}

/** What is known of an artifact without its texts. */
export type ArtifactHead = Pick<Artifact, "id" | "type">;

/** Artifacts, gone through as often as wanted: an array, or a file that is read anew each time and whose heads are at hand. */
export interface Artifacts extends Iterable<Artifact> {
  readonly length: number;
  readonly heads?: readonly ArtifactHead[];
}

export function headsOf(artifacts: Artifacts): Iterable<ArtifactHead> {
  return artifacts.heads ?? artifacts;
}

/** A corpus whose artifacts need not be in memory: what is ingested may be large. They are in order of their ids. */
export interface StreamedCorpus extends Omit<Corpus, "artifacts"> {
  artifacts: Artifacts;
}

/** What a redaction did to a corpus: kept with its snapshot. */
export interface RedactionReport {
  recognisers: readonly string[];
  /** Of options, names and key. */
  fingerprint: string;
  /** How many places were replaced, by recogniser and field: `title`, `text`, `meta.owner`, `links`. */
  counts: Record<string, Record<string, number>>;
}

/** A corpus in memory. `hash` is over artifacts, links and mapping, so equal content has an equal hash. */
export interface Corpus {
  mapping: CorpusMapping;
  artifacts: readonly Artifact[];
  links: readonly Link[];
  hash: string;
  /** What the import guessed or changed, one sentence each, shown to the user. */
  notes: readonly string[];
  /** Absent: as it came. */
  redaction?: RedactionReport;
}
