import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/canonical-json.ts";
import { compareText } from "../../base/text-order.ts";
import type { Artifacts, Corpus, Link, StreamedCorpus } from "../ports/corpus.ts";

/**
 * Puts a corpus together: artifacts by id, links by source, target and kind, so that the hash says what is in it and
 * not in which order it was written.
 */
export function makeCorpus(parts: Omit<Corpus, "hash">): Corpus {
  return withHash({ ...parts, artifacts: [...parts.artifacts].sort((a, b) => compareText(a.id, b.id)) });
}

/** The same of artifacts that are by id already. */
export function withHash<A extends Artifacts>(
  parts: Omit<StreamedCorpus, "hash" | "artifacts"> & { artifacts: A },
): Omit<StreamedCorpus, "artifacts"> & { artifacts: A } {
  const { mapping, artifacts, notes, redaction } = parts;
  const links = [...parts.links].sort(compareLinks);
  return {
    mapping,
    artifacts,
    links,
    notes,
    ...(redaction && { redaction }),
    hash: hashCorpus({ mapping, artifacts, links }),
  };
}

/** By source, target and kind. */
export function compareLinks(a: Link, b: Link): number {
  return compareText(a.sourceId, b.sourceId) || compareText(a.targetId, b.targetId) || compareText(a.kind, b.kind);
}

function hashCorpus({ mapping, artifacts, links }: Pick<StreamedCorpus, "mapping" | "artifacts" | "links">): string {
  const hash = createHash("sha256").update(canonicalJson(mapping));
  for (const artifact of artifacts) hash.update(`\n${canonicalJson(artifact)}`);
  for (const { sourceId, targetId, kind } of links) hash.update(`\n${JSON.stringify([sourceId, targetId, kind])}`);
  return hash.digest("hex");
}
