import { createHash } from "node:crypto";
import { canonicalJson, compareText } from "../../base/hash.ts";
import type { Artifact, Corpus, CorpusMapping, Link } from "../corpus.ts";

/**
 * Puts a corpus together: artifacts by id, links by source, target and kind, so that the hash says what is in it and
 * not in which order it was written.
 */
export function makeCorpus({ mapping, artifacts, links, notes }: Omit<Corpus, "hash">): Corpus {
  const sortedArtifacts = [...artifacts].sort((a, b) => compareText(a.id, b.id));
  const sortedLinks = [...links].sort(compareLinks);
  return {
    mapping,
    artifacts: sortedArtifacts,
    links: sortedLinks,
    notes,
    hash: hashCorpus({ mapping, artifacts: sortedArtifacts, links: sortedLinks }),
  };
}

function compareLinks(a: Link, b: Link): number {
  return compareText(a.sourceId, b.sourceId) || compareText(a.targetId, b.targetId) || compareText(a.kind, b.kind);
}

function hashCorpus({
  mapping,
  artifacts,
  links,
}: {
  mapping: CorpusMapping;
  artifacts: readonly Artifact[];
  links: readonly Link[];
}): string {
  const hash = createHash("sha256").update(canonicalJson(mapping));
  for (const artifact of artifacts) hash.update(`\n${canonicalJson(artifact)}`);
  for (const { sourceId, targetId, kind } of links) hash.update(`\n${JSON.stringify([sourceId, targetId, kind])}`);
  return hash.digest("hex");
}
