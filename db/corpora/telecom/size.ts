import { UserError } from "../../../base/user-error.ts";

/** How much of each thing is made. Scale 1 is the reference study's corpus, to the single link. */
export interface Size {
  tests: number;
  /** Test -> backlog links after normalisation. */
  links: number;
  backlog: Readonly<Record<BacklogSubtype, number>>;
  /** How many of the vocabulary's procedures occur. Fewer at small scales, so that topics keep their sizes. */
  procedures: number;
}

export const BACKLOG_SUBTYPES = [
  "feature",
  "requirement",
  "design_document",
  "specification_item",
  "change_request",
  "defect",
] as const;
export type BacklogSubtype = (typeof BACKLOG_SUBTYPES)[number];

const STUDY = { tests: 11_366, links: 15_222, procedures: 70 };
const STUDY_BACKLOG: Readonly<Record<BacklogSubtype, number>> = {
  feature: 143,
  requirement: 519,
  design_document: 130,
  specification_item: 314,
  change_request: 137,
  defect: 122,
};

/** Sizes at a scale in [0.01, 1]: below that, structure would be lost. @throws UserError `corpus` for another scale. */
export function sizeAt(scale: number): Size {
  if (!(scale >= 0.01 && scale <= 1))
    throw new UserError("corpus", `the synthetic corpus has no scale ${scale}`, {
      hint: "give one between 0.01 and 1",
    });
  const scaled = (count: number) => Math.round(count * scale);
  return {
    tests: scaled(STUDY.tests),
    links: scaled(STUDY.links),
    backlog: Object.fromEntries(
      BACKLOG_SUBTYPES.map((subtype) => [subtype, Math.max(3, scaled(STUDY_BACKLOG[subtype]))]),
    ) as Size["backlog"],
    procedures: Math.max(5, Math.round(STUDY.procedures * Math.sqrt(scale))),
  };
}
