import type { PairedTest } from "../analyses/paired-values.ts";
import { isSignificant, pairsOf } from "../analyses/significant-pairs.ts";
import { sampleSize } from "../drawing/format.ts";

/** What corrected paired tests say of one configuration and of all: the only source of what a sentence tells apart. */
export interface Lead {
  /** How many others it is told apart from. */
  apart: number;
  others: number;
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
  return { apart: apart(own), others: own.length, pairs: apart(pairs), tested: tested.length, sizes };
}

interface Highest {
  /** Null where the measure's pairs are not tested. */
  lead: Lead | null;
  who: string;
  /** What the first of several is called. */
  extreme?: "highest" | "best";
  label: string;
  value: string;
}

/** The headline about the highest of several: it says that nothing can be told apart where no corrected p is below the level. */
export function leadText({ lead, who, label, value, extreme = "highest" }: Highest): string {
  if (!lead || lead.tested === 0) return `${who} has the ${extreme} observed ${label}, ${value}; no pair is tested.`;
  const { apart, others, pairs, sizes } = lead;
  const tests = `paired tests, ${sampleSize(sizes)}`;
  if (pairs === 0)
    return `By ${label} no two of ${others + 1} configurations can be told apart (${tests}); ${extreme} observed: ${who}, ${value}.`;
  if (apart === 0)
    return `${who} has the ${extreme} observed ${label}, ${value}, and can be told apart from none of the other ${others} (${tests}).`;
  return `${who} has the ${extreme} ${label}, ${value}, and is told apart from ${apart} of the other ${others} configurations (${tests}).`;
}
