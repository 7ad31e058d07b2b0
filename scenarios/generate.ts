import { makeRandom } from "../db/base/random.ts";
import { UserError } from "../db/base/user-error.ts";
import type { Substrate } from "../db/ports.ts";
import { type Catalogue, readCatalogue } from "./catalogue/catalogue.ts";
import { planSlots, STUDY_TOTAL } from "./distribution.ts";
import { type Filled, fillSlots } from "./fill.ts";
import { FAMILY_GENERATORS } from "./generators/index.ts";
import { dealRegisters, type Register, say } from "./phrasing/registers.ts";
import { inReadingOrder } from "./reading-order.ts";
import { referenceAnswer } from "./reference-answer.ts";
import { type Scenario, type ScenarioSet, scenarioSetSchema } from "./schema.ts";
import type { CheckSources } from "./truth/check-route.ts";
import { readPayloads } from "./truth/payloads.ts";
import { prove } from "./truth/prove.ts";
import { textMentions } from "./truth/text-mentions.ts";

/**
 * A scenario set by the study's distribution, from roles alone, so on any corpus. The same snapshot, seed and total give
 * the same set. Every truth is derived by SQL and confirmed by a second route; families for which the corpus lacks a
 * role are left out, and the notes say so.
 * @throws UserError (`scenarios`) when the corpus can carry no family at all
 * @throws TruthDisagreement when the two routes disagree
 */
export async function generateScenarios(
  substrate: Substrate,
  { seed, total = STUDY_TOTAL }: { seed: number; total?: number },
): Promise<ScenarioSet> {
  const catalogue = await readCatalogue(substrate);
  const { families, notes } = presentFamilies(catalogue);
  const slots = planSlots(
    total,
    families.map(({ family }) => family),
  );
  const filled = fillSlots(slots, { families, catalogue, seed });
  const ordered = inReadingOrder(filled.scenarios, makeRandom("order", seed));
  const registers = dealRegisters(ordered.length, makeRandom("registers", seed));
  const sources = { substrate, payloads: readPayloads(substrate) };
  const scenarios: Scenario[] = [];
  for (const [index, entry] of ordered.entries())
    scenarios.push(await finish(entry, { index, register: registers[index] as Register, seed, sources }));
  return scenarioSetSchema.parse({
    version: 1,
    corpus: substrate.manifest.mapping.name,
    snapshot: substrate.manifest.snapshotHash,
    seed,
    notes: [...notes, ...filled.notes],
    scenarios,
  });
}

function presentFamilies(catalogue: Catalogue): { families: typeof FAMILY_GENERATORS; notes: string[] } {
  const lacking = FAMILY_GENERATORS.map(({ family, lacks }) => ({ family, lacks: lacks(catalogue) }));
  const left = lacking.filter(({ lacks }) => lacks.length > 0);
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

async function finish(
  { template, draft, slot }: Filled,
  options: { index: number; register: Register; seed: number; sources: CheckSources },
): Promise<Scenario> {
  const { index, register, seed, sources } = options;
  const random = makeRandom("phrasing", seed, index);
  const { ids, derivation } = await prove(draft.set, { premises: draft.premises ?? [], sources });
  const mentions = draft.textTrap
    ? await textMentions(draft.textTrap, { except: ids, substrate: sources.substrate })
    : [];
  return {
    id: `S${String(index + 1).padStart(3, "0")}`,
    family: slot.family,
    complexity: template.complexity,
    answerable: template.kind === "answerable",
    turns: draft.turns.map((wording) => say(wording, { register, slots: draft.slots, random })),
    register,
    expected_ids: ids,
    expected_entities: [...new Set(draft.entities)].slice(0, 4),
    reference_answer: referenceAnswer(draft, ids),
    traps: [...draft.traps, ...mentions],
    ...(template.kind === "answerable" ? {} : { nonexistence: template.kind }),
    derivation,
  };
}
