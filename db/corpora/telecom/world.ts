import { makeRandom, type Random, shuffle } from "../../../base/random.ts";
import type { Size } from "./size.ts";
import type { FailureCondition, FeatureArea, Procedure, TestedProtocol } from "./vocabulary/concept.ts";
import { ENVIRONMENT_FAILURES } from "./vocabulary/environment-failures.ts";
import { SIGNALLING_FAILURES } from "./vocabulary/failure-conditions.ts";
import { FEATURE_AREAS } from "./vocabulary/procedures/index.ts";
import { PROTOCOLS, type Protocol } from "./vocabulary/protocols.ts";

export const FAILURES: readonly FailureCondition[] = [...SIGNALLING_FAILURES, ...ENVIRONMENT_FAILURES];

/** A procedure of this corpus with what the seed decided about it. */
export interface TestedProcedure {
  procedure: Procedure;
  area: FeatureArea;
  /** How often tests are about it, relative to the others. */
  weight: number;
  /** How often testers write the official name instead of their own words: decides whether lexical search has a chance. */
  officialNameShare: number;
  roads: readonly Road[];
}

/** A subject on one protocol. `failures` holds those that occur there: a combination that is not listed has no test. */
export interface Road {
  route: TestedProtocol;
  protocol: Protocol;
  weight: number;
  failures: readonly { failure: FailureCondition; weight: number }[];
}

/** How often testers write the official name. A third of the subjects each, in random order. */
const OFFICIAL_NAME_SHARES = [0.08, 0.25, 0.6];

/** Chooses the procedures of a corpus and which faults were ever tested on which protocol. */
export function makeWorld(seed: number, size: Size): TestedProcedure[] {
  const random = makeRandom(seed, "world");
  const all = FEATURE_AREAS.flatMap((area) => area.procedures.map((procedure) => ({ area, procedure })));
  const chosen = new Set(shuffle(random, all).slice(0, size.procedures));
  return all
    .filter((entry) => chosen.has(entry))
    .map(({ area, procedure }) => ({
      area,
      procedure,
      weight: 0.4 + 1.6 * random() ** 2,
      officialNameShare: OFFICIAL_NAME_SHARES[Math.floor(random() * OFFICIAL_NAME_SHARES.length)] as number,
      roads: procedure.routes.map((route, index) => makeRoad(random, { procedure, route, index })),
    }));
}

function makeRoad(
  random: Random,
  { procedure, route, index }: { procedure: Procedure; route: TestedProtocol; index: number },
): Road {
  const fitting = FAILURES.filter((failure) => failure.layers.includes(procedure.layer));
  const failures = shuffle(random, fitting).slice(0, Math.ceil(fitting.length * 0.65));
  return {
    route,
    protocol: protocolNamed(route.protocol),
    weight: 1 / (index + 1),
    failures: failures.map((failure) => ({ failure, weight: 0.15 + random() ** 2 })),
  };
}

function protocolNamed(name: string): Protocol {
  const protocol = PROTOCOLS.find((candidate) => candidate.name === name);
  if (!protocol) throw new Error(`the vocabulary names an unknown protocol: ${name}`);
  return protocol;
}
