import { power } from "../../../base/power.ts";
import { makeRandom, pick, type Random } from "../../../base/random.ts";
import { type Message, messageKey } from "./catalog.ts";
import { chance, makeIds, pickWeighted } from "./draw.ts";
import type { Size } from "./size.ts";
import type { FailureCondition } from "./vocabulary/concept.ts";
import {
  DEPLOYMENTS,
  EXECUTION_CONTEXTS,
  QUALITY_AREAS,
  type QualityArea,
  RELEASES,
  SUITES,
  type Weighted,
} from "./vocabulary/test-management.ts";
import type { Road, TestedProcedure } from "./world.ts";

/** Everything about a test but its words. */
export interface TestPlan {
  id: string;
  subject: TestedProcedure;
  road: Road;
  /** Null: a nominal test. */
  failure: FailureCondition | null;
  quality: QualityArea;
  context: Weighted;
  deployment: Weighted;
  release: Weighted;
  /** Null: run by hand. */
  suite: string | null;
  /** The timer, counter or cause in focus. */
  parameter: string | null;
  /** Messages that it covers; recorded as links. Empty: only the protocol is recorded. */
  messages: readonly Message[];
  /** Seeds its words: a near-duplicate has its original's. */
  voice: string;
  clone: { of: string; differsIn: CloneAttribute } | null;
}

type CloneAttribute = "interface" | "release" | "quality_area";

const NOMINAL_SHARE = 0.38;
const MANUAL_SHARE = 0.34;
const PARAMETER_SHARE = 0.5;
const CLONE_SHARE = 0.18;
const MESSAGE_COVERAGE_SHARE = 0.72;

/** The tests of a corpus: originals drawn over subjects, roads and faults, and near-duplicates of some of them. */
export function planTests(
  seed: number,
  { size, world, messages }: { size: Size; world: readonly TestedProcedure[]; messages: ReadonlyMap<string, Message> },
): TestPlan[] {
  const random = makeRandom(seed, "tests");
  const ids = makeIds(random, { prefix: "TC-", digits: 5, count: size.tests });
  const originals = ids.slice(0, Math.round(size.tests * (1 - CLONE_SHARE)));
  const plans = originals.map((id) => planOriginal(random, { id, world, messages }));
  return [
    ...plans,
    ...ids.slice(originals.length).map((id) => planClone(random, { id, original: pick(random, plans), messages })),
  ];
}

interface Sources {
  id: string;
  world: readonly TestedProcedure[];
  messages: ReadonlyMap<string, Message>;
}

function planOriginal(random: Random, { id, world, messages }: Sources): TestPlan {
  const subject = pickWeighted(random, world, (candidate) => candidate.weight) as TestedProcedure;
  const road = pickWeighted(random, subject.roads, (candidate) => candidate.weight) as Road;
  const failure = chance(random, NOMINAL_SHARE)
    ? null
    : (pickWeighted(random, road.failures, (entry) => entry.weight)?.failure ?? null);
  return {
    id,
    subject,
    road,
    failure,
    quality: drawQuality(random, failure),
    context: drawWeighted(random, EXECUTION_CONTEXTS),
    deployment: drawWeighted(random, DEPLOYMENTS),
    release: drawWeighted(random, RELEASES),
    suite: chance(random, MANUAL_SHARE) ? null : pick(random, SUITES),
    parameter: chance(random, PARAMETER_SHARE) ? pick(random, subject.procedure.parameters) : null,
    messages: chance(random, MESSAGE_COVERAGE_SHARE) ? drawMessages(random, road, messages) : [],
    voice: id,
    clone: null,
  };
}

/** A provoked fault is mostly robustness work. */
function drawQuality(random: Random, failure: FailureCondition | null): QualityArea {
  return pickWeighted(
    random,
    QUALITY_AREAS,
    (area) => (failure && area.name === "robustness" ? 3 : 1) * area.weight,
  ) as QualityArea;
}

function drawWeighted(random: Random, items: readonly Weighted[]): Weighted {
  return pickWeighted(random, items, (item) => item.weight) as Weighted;
}

/** One to four messages of the road; the first ones of a route are its core and come far more often. */
function drawMessages(random: Random, road: Road, messages: ReadonlyMap<string, Message>): Message[] {
  const names = road.route.messages.filter((_, index) => random() < 0.75 / power(index + 1, 0.8));
  const chosen = names.length > 0 ? names : [pick(random, road.route.messages)];
  return chosen.slice(0, 4).map((name) => messageOf(road, name, messages));
}

function messageOf(road: Road, name: string, messages: ReadonlyMap<string, Message>): Message {
  const message = messages.get(messageKey(road.protocol.name, name));
  if (!message) throw new Error(`the vocabulary names an unknown message: ${road.protocol.name} ${name}`);
  return message;
}

function planClone(
  random: Random,
  { id, original, messages }: { id: string; original: TestPlan; messages: ReadonlyMap<string, Message> },
): TestPlan {
  const otherRoads = original.subject.roads.filter(
    (road) => road.protocol.interface !== original.road.protocol.interface,
  );
  const attributes: CloneAttribute[] =
    otherRoads.length > 0 ? ["interface", "release", "quality_area"] : ["release", "quality_area"];
  const differsIn = pick(random, attributes);
  const plan: TestPlan = { ...original, id, clone: { of: original.id, differsIn } };
  if (differsIn === "release")
    return {
      ...plan,
      release: pick(
        random,
        RELEASES.filter((release) => release !== original.release),
      ),
    };
  if (differsIn === "quality_area")
    return {
      ...plan,
      quality: pick(
        random,
        QUALITY_AREAS.filter((area) => area !== original.quality),
      ),
    };
  const road = pick(random, otherRoads);
  return { ...plan, road, messages: original.messages.length > 0 ? drawMessages(random, road, messages) : [] };
}
