/** The two questions of a minimal pair before they have ids, a register and proven truths. One kind of nonexistence is one file in `templates/`. */
import type { Draft, MakeContext } from "../generators/family.ts";
import type { AbstentionKind, Complexity, Family } from "../set/schema.ts";

/** What one of two twins has of its own. `says` is the one detail of the question in which they differ. */
export type PairSide = Pick<Draft, "set" | "premises" | "finding" | "traps" | "textTrap" | "unsupported"> & {
  says: string;
};

export interface PairDraft {
  turns: Draft["turns"];
  /** What fills the turns' slots, given a side's detail; everything else in it is the same for both. */
  slots(says: string): Draft["slots"];
  /** Nothing supports it, or only a part of it where the kind is `partly_answerable`. */
  lacking: PairSide;
  answerable: PairSide;
}

export interface PairTemplate {
  /** Unique within its kind. */
  name: string;
  family: Family;
  complexity: Complexity;
  /** Null when this corpus offers nothing (more) for the template. */
  make(context: MakeContext): PairDraft | null;
}

export interface KindGenerator {
  kind: AbstentionKind;
  /** What a corpus must have to carry the kind, after "needs": for those who wonder why theirs does not. */
  needs: string;
  templates: readonly PairTemplate[];
}
