import { grouped } from "../../../base/grouped.ts";
import { power } from "../../../base/power.ts";
import { makeRandom, pick, type Random } from "../../../base/random.ts";
import { chance, makeIds, pickWeighted, sample } from "./draw.ts";
import { BACKLOG_SUBTYPES, type BacklogSubtype, type Size } from "./size.ts";
import type { FailureCondition } from "./vocabulary/concept.ts";
import { RELEASES, type Weighted } from "./vocabulary/test-management.ts";
import type { Road, TestedProcedure } from "./world.ts";

/** Everything about a backlog item but its words. */
export interface BacklogPlan {
  id: string;
  subtype: BacklogSubtype;
  subject: TestedProcedure;
  road: Road;
  /** What requirements and defects are about; null for the rest and for requirements of the normal case. */
  failure: FailureCondition | null;
  release: Weighted;
  status: string;
  /** True for a feature over a whole area. */
  umbrella: boolean;
  /** True when no test refers to it. */
  untested: boolean;
  /** How readily tests refer to it: a few items collect many. */
  pull: number;
}

const PREFIXES: Readonly<Record<BacklogSubtype, { prefix: string; digits: number }>> = {
  feature: { prefix: "FEA-", digits: 4 },
  requirement: { prefix: "REQ-", digits: 5 },
  design_document: { prefix: "DDO-", digits: 4 },
  specification_item: { prefix: "SPI-", digits: 5 },
  change_request: { prefix: "CRQ-", digits: 4 },
  defect: { prefix: "DEF-", digits: 5 },
};

const UNTESTED_SHARE = 0.22;
const STATUSES = ["draft", "approved", "implemented", "verified", "withdrawn"];
const STATUS_WEIGHTS = [1, 3, 5, 6, 0.5];

/** The backlog of a corpus. Every subject has a feature and a requirement before any has a second one. */
export function planBacklog(
  seed: number,
  { size, world }: { size: Size; world: readonly TestedProcedure[] },
): BacklogPlan[] {
  const random = makeRandom(seed, "backlog");
  const plans = BACKLOG_SUBTYPES.flatMap((subtype) =>
    planSubtype(random, { subtype, count: size.backlog[subtype], world }),
  );
  const untested = new Set(sample(random, plans, Math.round(plans.length * UNTESTED_SHARE)));
  return plans.map((plan) => ({ ...plan, untested: untested.has(plan) }));
}

function planSubtype(
  random: Random,
  { subtype, count, world }: { subtype: BacklogSubtype; count: number; world: readonly TestedProcedure[] },
): BacklogPlan[] {
  const ids = makeIds(random, { ...PREFIXES[subtype], count });
  const areas = [...new Set(world.map((subject) => subject.area))];
  // A tenth of the features stand over whole areas.
  const umbrellas = subtype === "feature" ? Math.min(areas.length, Math.ceil(count / 10)) : 0;
  return ids.map((id, index) => {
    const umbrella = index < umbrellas;
    const turn = index - umbrellas;
    const drawn =
      turn < world.length && turn >= 0
        ? (world[turn] as TestedProcedure)
        : (pickWeighted(random, world, (subject) => subject.weight) as TestedProcedure);
    const subject = umbrella ? (world.find((candidate) => candidate.area === areas[index]) as TestedProcedure) : drawn;
    return planItem(random, { id, subtype, subject, umbrella });
  });
}

function planItem(
  random: Random,
  { id, subtype, subject, umbrella }: Pick<BacklogPlan, "id" | "subtype" | "subject" | "umbrella">,
): BacklogPlan {
  const road = pickWeighted(random, subject.roads, (candidate) => candidate.weight) as Road;
  const aboutFault = subtype === "defect" || (subtype === "requirement" && chance(random, 0.6));
  const fault = pickWeighted(random, road.failures, (entry) => entry.weight)?.failure ?? null;
  return {
    id,
    subtype,
    subject,
    road,
    failure: aboutFault ? fault : null,
    release: pickWeighted(random, RELEASES, (release) => release.weight) as Weighted,
    status: pickWeighted(random, STATUSES, (status) => STATUS_WEIGHTS[STATUSES.indexOf(status)] as number) as string,
    umbrella,
    untested: false,
    pull: power(0.04 + random(), 2.2),
  };
}

/** Containment: parent and child id. Most items have one parent, a few two, some none. */
export function planContainment(seed: number, backlog: readonly BacklogPlan[]): { parent: string; child: string }[] {
  const random = makeRandom(seed, "containment");
  const umbrellas = backlog.filter((plan) => plan.umbrella);
  const ordinary = backlog.filter((plan) => !plan.umbrella);
  const features = ordinary.filter((plan) => plan.subtype === "feature");
  const byProcedure = grouped(ordinary, (plan) => plan.subject.procedure.name);
  return ordinary.flatMap((child) => {
    const near = (byProcedure.get(child.subject.procedure.name) ?? []).filter((plan) => plan !== child);
    const parents = parentsOf(random, {
      child,
      features: near.filter((plan) => plan.subtype === "feature"),
      requirements: near.filter((plan) => plan.subtype === "requirement"),
      umbrellas: umbrellas.filter((plan) => plan.subject.area === child.subject.area),
    });
    if (child.subtype === "requirement" && chance(random, 0.05)) parents.push(pick(random, features));
    return [...new Set(parents)].map((parent) => ({ parent: parent.id, child: child.id }));
  });
}

interface Candidates {
  child: BacklogPlan;
  features: readonly BacklogPlan[];
  requirements: readonly BacklogPlan[];
  umbrellas: readonly BacklogPlan[];
}

const ORPHAN_SHARE = 0.05;

function parentsOf(random: Random, { child, features, requirements, umbrellas }: Candidates): BacklogPlan[] {
  if (chance(random, ORPHAN_SHARE)) return [];
  const deep = chance(random, child.subtype === "specification_item" ? 1 : 0.4);
  const preferred = {
    // A sub-feature hangs under an earlier feature of its subject only (ids give the order), so no cycle can arise.
    feature: deep ? [features.filter((feature) => feature.id < child.id), umbrellas] : [umbrellas],
    requirement: [features, umbrellas],
    design_document: [features, umbrellas],
    specification_item: [requirements, features],
    change_request: deep ? [requirements, features] : [features, requirements],
    defect: deep ? [features, requirements] : [requirements, features],
  }[child.subtype];
  const pool = preferred.find((candidates) => candidates.length > 0);
  return pool ? [pick(random, pool)] : [];
}
