import { pick, type Random, randomInteger } from "../../../base/random.ts";
import type { Message } from "./catalog.ts";
import { at, chance } from "./draw.ts";
import type { TestPlan } from "./plan-tests.ts";
import type { Concept } from "./vocabulary/concept.ts";
import { NO_FAILURE } from "./vocabulary/failure-conditions.ts";
import { FAILURES, type TestedProcedure } from "./world.ts";

/** Who writes about what: the draws, the test, and the other things there are to mention. */
export interface Voice {
  random: Random;
  plan: TestPlan;
  world: readonly TestedProcedure[];
}

/** Names in the patterns of tests. How much is drawn never depends on what near-duplicates differ in. */
export const TEST_WORDS: Readonly<Record<string, (voice: Voice) => string>> = {
  procedure: ({ random, plan }) => say(random, plan.subject.procedure, plan.subject.officialNameShare),
  failure: ({ random, plan }) => say(random, plan.failure ?? NO_FAILURE, plan.subject.officialNameShare),
  quality: ({ random, plan }) => say(random, plan.quality, 0.3),
  plain: ({ random, plan }) => pick(random, plan.subject.procedure.plain),
  interface: ({ random, plan: { road } }) => (chance(random, 0.6) ? road.protocol.interface : road.protocol.name),
  near: ({ plan }) => plan.road.protocol.ends[0],
  far: ({ plan }) => plan.road.protocol.ends[1],
  node: ({ plan }) => plan.road.protocol.ends[1],
  timer: ({ plan }) => plan.parameter ?? "the guard timer",
  area: ({ plan }) => plan.subject.area.title,
  AREA: ({ plan }) => plan.subject.area.name.slice(0, 3).toUpperCase(),
  message: ({ random, plan }) => sayMessage(random, plan.messages),
  otherMessage: ({ random, world }) => pick(random, pick(random, pick(random, world).roads).route.messages),
  parameter: ({ random, plan }) => plan.parameter ?? pick(random, plan.subject.procedure.parameters),
  otherParameter: ({ random, world }) => pick(random, pick(random, world).procedure.parameters),
  other: ({ random, world }) => say(random, pick(random, world).procedure, 0.3),
  otherFailure: ({ random }) => say(random, pick(random, FAILURES), 0.3),
  context: ({ random, plan }) => pick(random, plan.context.phrases),
  deployment: ({ random, plan }) => pick(random, [plan.deployment.name, ...plan.deployment.phrases]),
  release: ({ random, plan }) => pick(random, [plan.release.name, ...plan.release.phrases]),
  n: ({ random }) => String(1 + randomInteger(random, 40)).padStart(2, "0"),
  users: ({ random }) => String(1 + randomInteger(random, 200)),
  value: ({ random }) => String(1 + randomInteger(random, 99)),
};

/** How the writer at hand says it: by name, by abbreviation, or in testers' words. */
function say(random: Random, concept: Concept, officialNameShare: number): string {
  const [draw, short, word] = [random(), random(), random()];
  if (draw < officialNameShare) return concept.name;
  if (draw > 0.96) return at(concept.plain, word);
  if (draw > 0.86) return at(concept.spec, word);
  if (concept.short && short < 0.3) return concept.short;
  return at(concept.lab, word);
}

/** How often a message is called by its name or an alias; otherwise it is "the request". */
const MESSAGE_NAMED = 0.45;

function sayMessage(random: Random, messages: readonly Message[]): string {
  const [named, which, form] = [random(), random(), random()];
  if (messages.length === 0 || named > MESSAGE_NAMED)
    return at(["the request", "the reply", "the message", "the first PDU"], form);
  const { name, aliases } = at(messages, which);
  return at([name, ...aliases], form);
}
