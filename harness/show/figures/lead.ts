import { countOf } from "../../../base/counts.ts";
import { sampleSize } from "../../print/format.ts";
import type { PairedTest } from "../../results/analyses/paired-values.ts";
import { isSignificant, pairsOf } from "../../results/analyses/significant-pairs.ts";
import { nameTied } from "./extremes.ts";

/** What corrected paired tests say of one configuration and of all: the only source of what a sentence tells apart. */
export interface Lead {
  /** How many others it is told apart from. */
  apart: number;
  others: number;
  /** Configurations of which some pair is tested. */
  configurations: number;
  /** How many pairs of all are told apart, and how many could be tested. */
  pairs: number;
  tested: number;
  /** Scenarios of each tested pair: both sides have a value there. */
  sizes: readonly number[];
}

interface Tests {
  pairs: readonly PairedTest[];
  alpha?: number;
}

export function leadOf({ pairs, alpha }: Tests, name: string): Lead {
  const own = pairsOf({ pairs }, name);
  const apart = (some: readonly PairedTest[]) => some.filter((pair) => isSignificant(pair, alpha)).length;
  const tested = pairs.filter(({ holm_p }) => holm_p !== null);
  const sizes = [...new Set(tested.map(({ n }) => n))];
  const configurations = new Set(tested.flatMap(({ first, second }) => [first, second])).size;
  return { apart: apart(own), others: own.length, configurations, pairs: apart(pairs), tested: tested.length, sizes };
}

interface Highest {
  /** Null where the measure's pairs are not tested. */
  lead: Lead | null;
  /** Those that share it; tests are about the first. */
  who: readonly string[];
  /** What the first of several is called. */
  extreme?: "highest" | "best";
  label: string;
  /** What the tests are about, where that is not what `label` names. */
  tested?: string;
  value: string;
}

/** The headline about the highest of several: it says that nothing can be told apart where no corrected p is below the level. */
export function leadText({ lead, who, label, value, extreme = "highest", tested: by }: Highest): string {
  const names = nameTied(who, "configuration");
  const head = `${names} ${who.length === 1 ? "has" : "have"} the ${extreme} observed ${label}, ${value}`;
  if (!lead || lead.tested === 0) return `${head}; no pair is tested.`;
  const { apart, others, configurations, pairs, tested, sizes } = lead;
  const tests = `paired tests, Holm over ${countOf(tested, "pair")}, ${sampleSize(sizes)}`;
  if (pairs === 0)
    return `By ${by ?? label} no two of ${configurations} configurations can be told apart (${tests}); ${extreme} observed${by ? ` ${label}` : ""}: ${names}, ${value}.`;
  const subject = who.length === 1 ? "" : ` ${who[0]}`;
  const from = `${others === 1 ? "the other configuration" : `${apart === 0 ? "none" : apart} of the other ${others} configurations`} (${tests})`;
  return `${head}${who.length === 1 ? ", and" : ";"}${subject} ${apart === 0 ? "can be" : "is"} told apart${by ? ` by ${by}` : ""} from ${from}.`;
}
