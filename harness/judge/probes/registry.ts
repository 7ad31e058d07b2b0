import { indifferentProbe } from "./indifferent.ts";
import { leniencyProbe } from "./leniency.ts";
import { positionProbe } from "./position.ts";
import type { Probe } from "./probe.ts";
import { randomProbe } from "./random.ts";
import { rationaleProbe } from "./rationale.ts";
import { selfFamilyProbe } from "./self-family.ts";
import { truncatedEvidenceProbe } from "./truncated-evidence.ts";
import { verbosityProbe } from "./verbosity.ts";

/** Every probe, in the order of the table. */
export const PROBES: readonly Probe[] = [
  leniencyProbe,
  randomProbe,
  indifferentProbe,
  verbosityProbe,
  positionProbe,
  selfFamilyProbe,
  rationaleProbe,
  truncatedEvidenceProbe,
];
