import { makeRandom, type Random, shuffle } from "../base/random.ts";
import { UserError } from "../base/user-error.ts";
import type { Substrate } from "../db/ports/ports.ts";
import { type Catalogue, readCatalogue } from "./catalogue/catalogue.ts";
import { leftUnphrased } from "./catalogue/facets.ts";
import { estimate } from "./catalogue/in-memory.ts";
import { type Filled, fillSlots } from "./fill.ts";
import { finish, scenarioId } from "./finish.ts";
import { FAMILY_GENERATORS } from "./generators/index.ts";
import { dealRegisters, type Register } from "./phrasing/registers.ts";
import { proveWanted, type Wanted } from "./prove-wanted.ts";
import { drawForReview } from "./review.ts";
import { clusterLeaders } from "./set/clusters.ts";
import { planSlots, STUDY_TOTAL } from "./set/distribution.ts";
import { FAMILIES, type Family, type Scenario, type ScenarioSet, scenarioSetSchema } from "./set/schema.ts";
import type { CheckSources } from "./truth/check-route.ts";
import { readPayloads } from "./truth/payloads.ts";
import { startsOf } from "./used.ts";

/**
 * A scenario set by the study's distribution, from roles alone, so on any corpus. The same snapshot, seed and total give
 * the same set. Every truth is derived by SQL and confirmed by a second route; families for which the corpus lacks a
 * role are left out, and the notes say so.
 * @throws UserError (`scenarios`) when the corpus can carry no family at all
 * @throws TruthDisagreement when the two routes disagree
 */
export async function generateScenarios(
  substrate: Substrate,
  { seed, total = STUDY_TOTAL, ...wanted }: { seed: number; total?: number } & Wanted,
): Promise<ScenarioSet> {
  const catalogue = await readCatalogue(substrate);
  const { families, notes } = presentFamilies(catalogue);
  const slots = planSlots(
    total,
    families.map(({ family }) => family),
  );
  const filled = fillSlots(slots, { families, catalogue, seed });
  const ordered = inReadingOrder(filled.scenarios, makeRandom("order", seed));
  const leaders = clusterLeaders(
    ordered.map(({ draft: { set } }) => ({ starts: startsOf(set), ids: estimate(set, catalogue) })),
  );
  const registers = dealRegisters(ordered.length, makeRandom("registers", seed));
  const sources = { substrate, payloads: readPayloads(substrate) };
  const scenarios = await proveWanted(ordered, wanted, {
    idsOf: (index) => [scenarioId(index)],
    finish: async (entry, index) => [
      {
        ...(await scenarioOf(entry, { index, register: registers[index] as Register, seed, sources })),
        ...(leaders[index] !== index && { cluster: scenarioId(leaders[index]!) }),
      },
    ],
  });
  return scenarioSetSchema.parse({
    version: 1,
    corpus: substrate.manifest.mapping.name,
    snapshot: substrate.manifest.snapshot_hash,
    seed,
    notes: [...notes, ...leftUnphrased(catalogue.facets), ...filled.notes],
    drawn_for_review: drawForReview(
      ordered.map((_, index) => scenarioId(index)),
      seed,
    ),
    scenarios,
  });
}

/** What the corpus lacks for each family; nothing where the family can be asked. */
export function familyNeeds(catalogue: Catalogue): { family: Family; lacks: readonly string[] }[] {
  return FAMILY_GENERATORS.map(({ family, lacks }) => ({ family, lacks: lacks(catalogue) }));
}

function presentFamilies(catalogue: Catalogue): { families: typeof FAMILY_GENERATORS; notes: string[] } {
  const left = familyNeeds(catalogue).filter(({ lacks }) => lacks.length > 0);
  const notes = left.map(
    ({ family, lacks }) =>
      `family ${family} left out: the corpus has no ${lacks.join(", and no ")}; counts scaled over the rest`,
  );
  const families = FAMILY_GENERATORS.filter(({ family }) => !left.some((entry) => entry.family === family));
  if (families.length === 0)
    throw new UserError("scenarios", "this corpus can carry no scenario family", {
      problems: notes,
      hint: "check the roles in its corpus.yaml: test_case at least, and what test cases link to",
    });
  return { families, notes };
}

function scenarioOf(
  { template, draft, slot }: Filled,
  { index, register, seed, sources }: { index: number; register: Register; seed: number; sources: CheckSources },
): Promise<Scenario> {
  return finish(draft, {
    id: scenarioId(index),
    family: slot.family,
    complexity: template.complexity,
    template: template.name,
    kind: template.kind,
    register,
    phrasing: [seed, index],
    sources,
  });
}

/**
 * Families evenly mixed, so that the first few of a set are a fair look at it: each family in random order, an answerable
 * scenario first, then all families dealt in proportion to their sizes.
 */
function inReadingOrder(scenarios: readonly Filled[], random: Random): Filled[] {
  const placed = FAMILIES.flatMap((family) => {
    const own = orderOfFamily(
      scenarios.filter((entry) => entry.slot.family === family),
      random,
    );
    return own.map((entry, index) => ({ entry, at: (index + 0.5) / own.length, rank: rankOf(family) }));
  });
  return placed.sort((a, b) => a.at - b.at || a.rank - b.rank).map(({ entry }) => entry);
}

function orderOfFamily(own: readonly Filled[], random: Random): Filled[] {
  const shuffled = shuffle(random, own);
  const first = shuffled.find((entry) => entry.template.kind === "answerable");
  return first ? [first, ...shuffled.filter((entry) => entry !== first)] : shuffled;
}

function rankOf(family: Family): number {
  return FAMILIES.indexOf(family);
}
