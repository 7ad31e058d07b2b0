import { makeRandom, pick, type Random, randomInteger } from "../../../base/random.ts";
import type { Artifact } from "../../ports/corpus.ts";
import { chance } from "./draw.ts";
import type { BacklogPlan } from "./plan-backlog.ts";
import {
  ASIDES,
  DEFECT_BODIES,
  FEATURE_BODIES,
  ITEM_TITLES,
  REQUIREMENT_BODIES,
  SUPPORT_BODIES,
} from "./vocabulary/backlog-sentences.ts";
import type { Concept } from "./vocabulary/concept.ts";
import { fill, type Speaker } from "./vocabulary/sentences.ts";
import { FAILURES } from "./world.ts";

/** The words of a backlog item: those of specification authors, seldom those of testers. */
export function writeBacklogItem(seed: number, plan: BacklogPlan): Artifact {
  const random = makeRandom(seed, "backlog text", plan.id);
  const speak: Speaker = (name) => VALUES[name]?.(random, plan);
  const kind = plan.umbrella ? "umbrella" : plan.subtype;
  const sentences = bodiesOf(plan).map((patterns) => fill(pick(random, patterns), speak));
  if (chance(random, 0.35)) sentences.push(fill(pick(random, ASIDES), speak));
  return {
    id: plan.id,
    type: plan.subtype,
    title: fill(pick(random, ITEM_TITLES[kind]), speak),
    text: sentences.join(" "),
    meta: metaOf(plan),
  };
}

function bodiesOf(plan: BacklogPlan): readonly (readonly string[])[] {
  if (plan.subtype === "feature") return FEATURE_BODIES;
  if (plan.subtype === "defect") return DEFECT_BODIES;
  if (plan.subtype === "requirement") return plan.failure ? REQUIREMENT_BODIES.fault : REQUIREMENT_BODIES.nominal;
  return SUPPORT_BODIES;
}

/** Names in the patterns of backlog items. */
const VALUES: Readonly<Record<string, (random: Random, plan: BacklogPlan) => string>> = {
  procedure: (random, { subject }) => say(random, subject.procedure),
  again: (random, { subject }) => pick(random, subject.procedure.spec),
  plain: (random, { subject }) => pick(random, subject.procedure.plain),
  failure: (random, { failure }) => say(random, failure ?? pick(random, FAILURES)),
  interface: (random, { road }) => (chance(random, 0.7) ? road.protocol.interface : road.protocol.name),
  message: (random, { road }) => pick(random, road.route.messages),
  parameter: (random, { subject }) => pick(random, subject.procedure.parameters),
  area: (_, { subject }) => subject.area.title,
  release: (_, { release }) => release.name,
  near: (_, { road }) => road.protocol.ends[0],
  far: (_, { road }) => road.protocol.ends[1],
  value: (random) => String(2 + randomInteger(random, 90)),
};

/** Name, a specification author's phrase, or (seldom) what people say. */
function say(random: Random, concept: Concept): string {
  const draw = random();
  if (draw < 0.3) return concept.name;
  return pick(random, draw > 0.92 ? concept.plain : concept.spec);
}

function metaOf({ subject, road, failure, release, status, umbrella }: BacklogPlan): Record<string, unknown> {
  const entries: [string, unknown][] = [
    ["status", status],
    ["feature_area", subject.area.name],
    ["procedure", umbrella ? null : subject.procedure.name],
    ["failure_condition", failure?.name ?? null],
    ["interface", umbrella ? null : road.protocol.interface],
    ["protocol", umbrella ? null : road.protocol.name],
    ["release", release.name],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
