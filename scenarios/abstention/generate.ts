import { makeRandom } from "../../base/random.ts";
import { UserError } from "../../base/user-error.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { leftUnphrased } from "../catalogue/facets.ts";
import { finish, scenarioId } from "../finish.ts";
import type { Draft } from "../generators/family.ts";
import { dealRegisters, type Register } from "../phrasing/registers.ts";
import { proveWanted, type Wanted } from "../prove-wanted.ts";
import { type Scenario, type ScenarioSet, scenarioSetSchema } from "../set/schema.ts";
import type { CheckSources } from "../truth/check-route.ts";
import { readPayloads } from "../truth/payloads.ts";
import { type FilledPair, fillPairs } from "./fill-pairs.ts";
import type { PairDraft, PairSide } from "./pair.ts";
import { KIND_GENERATORS } from "./templates/index.ts";

/**
 * Pairs of questions that differ in one detail: one has an answer, the other none (or none for a part of it). Kinds of
 * nonexistence as evenly as the corpus allows; a wanted question brings its twin. Deterministic; every truth by two routes, as in `generateScenarios`.
 * @throws UserError (`scenarios`) when the corpus can carry no kind
 */
export async function generateAbstentionSuite(
  substrate: Substrate,
  { seed, total, ...wanted }: { seed: number; total: number } & Wanted,
): Promise<ScenarioSet> {
  const catalogue = await readCatalogue(substrate);
  const count = Math.floor(total / 2);
  const { pairs, notes } = fillPairs({ kinds: KIND_GENERATORS, catalogue, seed, count });
  if (pairs.length === 0)
    throw new UserError("scenarios", "this corpus can carry no kind of the abstention suite", { problems: notes });
  const registers = dealRegisters(pairs.length, makeRandom("pair registers", seed));
  const sources = { substrate, payloads: readPayloads(substrate) };
  const scenarios = await proveWanted(pairs, wanted, {
    idsOf: (index) => [2 * index, 2 * index + 1].map(scenarioId),
    finish: (pair, index) => finishPair(pair, { index, register: registers[index] as Register, seed, sources }),
  });
  return scenarioSetSchema.parse({
    version: 1,
    corpus: substrate.manifest.mapping.name,
    snapshot: substrate.manifest.snapshot_hash,
    seed,
    notes: [...leftUnphrased(catalogue.facets), ...notes],
    scenarios,
  });
}

interface FinishPair {
  index: number;
  register: Register;
  seed: number;
  sources: CheckSources;
}

/** Both twins, side by side in random order, in the same register and with the same typing errors. */
async function finishPair({ kind, template, draft }: FilledPair, { index, seed, ...rest }: FinishPair) {
  const first = makeRandom("pair order", seed, index)() < 0.5;
  const [lackingId, answerableId] = [2 * index + Number(!first), 2 * index + Number(first)].map(scenarioId);
  const { family, complexity } = template;
  const common = { family, complexity, phrasing: [seed, "pair", index], ...rest };
  const { lacking, answerable } = draft;
  const one = await finish(draftOf(draft, lacking), { ...common, id: lackingId as string, kind });
  const other = await finish(draftOf(draft, answerable), { ...common, id: answerableId as string, kind: "answerable" });
  const twins: Scenario[] = [
    { ...one, twin: { id: other.id, here: lacking.says, there: answerable.says } },
    { ...other, twin: { id: one.id, here: answerable.says, there: lacking.says } },
  ];
  return first ? twins : twins.reverse();
}

function draftOf({ turns, slots }: PairDraft, { says, ...side }: PairSide): Draft {
  return { ...side, turns, slots: slots(says) };
}
