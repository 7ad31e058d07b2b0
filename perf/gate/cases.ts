import type { Random } from "../../base/random.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";
import type { Changes, Rule } from "./decision.ts";
import { losing, type Population } from "./populations.ts";

/** Pairs of runs of one kind, and the rule that they are held against. */
export interface Case {
  name: string;
  population: Population;
  rule: Rule;
  /** Mean loss of everything, of the first of three configurations alone, or of the first of four families alone. */
  loss?: number;
  of?: "everything" | "one configuration" | "one family";
  /** Standard deviation of what moves a whole run. */
  run_sd?: number;
}

const FAMILIES = 4;
const CONFIGURATIONS = 3;
/** What moves a scenario moves it in every configuration, one time in two. */
const SHARED = 0.5;

/** The changes of one pair of runs. Without a rule by configuration there is one, unless one of them loses. */
export function drawChanges(one: Case, scenarios: number, random: Random): Changes {
  const { population, rule, loss = 0, of = "everything" } = one;
  const count = rule.by === "configuration" || of === "one configuration" ? CONFIGURATIONS : 1;
  const lost = losing(population, loss);
  const shift = shiftOf(one, random);
  const families = Array.from({ length: scenarios }, (_, at) => at % FAMILIES);
  const shared = families.map(() => (random() < SHARED ? random() : null));
  const configurations = Array.from({ length: count }, (_, configuration) =>
    families.map((family, scenario) => {
      const isLosing = of === "everything" || (of === "one configuration" ? configuration === 0 : family === 0);
      const seed = shared[scenario];
      const value = (isLosing ? lost : population).draw(seed == null ? random : streamOf(seed));
      return Math.max(-1, Math.min(1, value + shift));
    }),
  );
  return { configurations, families };
}

/** Of both runs: each is moved by itself. */
function shiftOf({ run_sd = 0 }: Case, random: Random): number {
  return run_sd === 0 ? 0 : run_sd * Math.SQRT2 * normalQuantile(0.0005 + 0.999 * random());
}

/** The same numbers for every configuration of a scenario: a multiplicative generator modulo 2^31 - 1, which is quick to start. */
function streamOf(seed: number): Random {
  let state = 1 + Math.floor(seed * 2147483645);
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}
