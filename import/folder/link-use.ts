import { grouped } from "../../base/grouped.ts";
import { type Artifacts, type CorpusMapping, headsOf, type Link } from "../../db/ports/corpus.ts";
import { fitsRole, inRoles, mapHeads, roleOfKind } from "../../db/ports/corpus-rows.ts";

/** What becomes of the links of one kind. */
export interface LinkUse {
  kind: string;
  /** Null: the mapping gives the kind no role. */
  mapped: CorpusMapping["linkKinds"][string] | null;
  all: number;
  /** Those with a role whose ends fit it. */
  used: number;
}

/** Links by kind, in order of first appearance, with how many of them the mapping lets take part. */
export function linkUse(corpus: { mapping: CorpusMapping; artifacts: Artifacts; links: readonly Link[] }): LinkUse[] {
  const byId = mapHeads(headsOf(corpus.artifacts), corpus.mapping);
  const used = grouped(
    inRoles(corpus.links, corpus.mapping).filter((link) => fitsRole(link, byId)),
    ({ kind }) => kind,
  );
  return [...grouped(corpus.links, ({ kind }) => kind)].map(([kind, links]) => ({
    kind,
    mapped: roleOfKind(corpus.mapping, kind),
    all: links.length,
    used: used.get(kind)?.length ?? 0,
  }));
}
