import { makeRandom, pick, type Random } from "../../base/random.ts";
import type { Artifact } from "../corpus.ts";
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
import { fill } from "./vocabulary/sentences.ts";
import { FAILURES } from "./world.ts";

/** The words of a backlog item: those of specification authors, seldom those of testers. */
export function writeBacklogItem(seed: number, plan: BacklogPlan): Artifact {
  const random = makeRandom(seed, "backlog text", plan.id);
  const values = fillings(random, plan);
  const kind = plan.umbrella ? "umbrella" : plan.subtype;
  const sentences = bodiesOf(plan).map((patterns) => fill(pick(random, patterns), values));
  if (chance(random, 0.35)) sentences.push(fill(pick(random, ASIDES), values));
  return {
    id: plan.id,
    type: plan.subtype,
    title: fill(pick(random, ITEM_TITLES[kind]), values),
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

function fillings(random: Random, { subject, road, failure, release }: BacklogPlan): Record<string, string> {
  const [near, far] = road.protocol.ends;
  return {
    procedure: say(random, subject.procedure),
    again: pick(random, subject.procedure.spec),
    plain: pick(random, subject.procedure.plain),
    failure: say(random, failure ?? pick(random, FAILURES)),
    interface: chance(random, 0.7) ? road.protocol.interface : road.protocol.name,
    message: pick(random, road.route.messages),
    parameter: pick(random, subject.procedure.parameters),
    area: subject.area.title,
    release: release.name,
    near,
    far,
    value: String(2 + Math.floor(random() * 90)),
  };
}

/** Name, a specification author's phrase, or (seldom) what people say. */
function say(random: Random, concept: Concept): string {
  const habit = random();
  if (habit < 0.3) return concept.name;
  return pick(random, habit > 0.92 ? concept.plain : concept.spec);
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
