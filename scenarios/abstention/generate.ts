import { makeRandom } from "../../base/random.ts";
import { UserError } from "../../base/user-error.ts";
import type { Substrate } from "../../db/ports.ts";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { type AbsentConcept, readAbsentConcepts } from "../catalogue/concepts.ts";
import { finish, scenarioId } from "../finish.ts";
import type { Draft } from "../generators/family.ts";
import { dealRegisters, type Register } from "../phrasing/registers.ts";
import { proveWanted, type Wanted } from "../prove-wanted.ts";
import { type Scenario, type ScenarioSet, scenarioSetSchema } from "../schema.ts";
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
  const absentConcepts = await readAbsentConcepts(substrate.sql, MORE_CONCEPTS);
  const catalogue = { ...(await readCatalogue(substrate)), absentConcepts };
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
    notes,
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

/** More things that a corpus about networks may well not have, beside those of the study's distribution. Used only where no text holds a mark. */
const MORE_CONCEPTS: readonly AbsentConcept[] = [
  { says: "Fibre Channel zoning", marks: ["fibre channel", "fiber channel"] },
  { says: "Token Ring beaconing", marks: ["token ring"] },
  { says: "the Modbus coil read", marks: ["modbus"] },
  { says: "Matter device commissioning", marks: ["matter device", "matter fabric"] },
  { says: "Thread border routing", marks: ["thread border"] },
  { says: "PROFINET name assignment", marks: ["profinet"] },
  { says: "DMR talkgroup scanning", marks: ["dmr", "talkgroup"] },
  { says: "Galileo search and rescue beacons", marks: ["galileo", "rescue beacon"] },
  { says: "the eCall minimum set of data", marks: ["ecall", "minimum set of data"] },
  { says: "contactless payment limits", marks: ["contactless", "payment"] },
  { says: "visual voicemail deposit", marks: ["voicemail"] },
  { says: "HDMI link training", marks: ["hdmi"] },
  { says: "Wake-on-LAN magic packets", marks: ["wake-on-lan", "magic packet"] },
  { says: "smart meter tariff switching", marks: ["smart meter", "tariff"] },
  { says: "pager paging over POCSAG", marks: ["pocsag"] },
  { says: "video doorbell motion alerts", marks: ["doorbell"] },
  { says: "CB radio squelch", marks: ["squelch"] },
  { says: "parental control profiles", marks: ["parental"] },
  { says: "blockchain anchoring of logs", marks: ["blockchain"] },
  { says: "the DALI lighting bus", marks: ["dali", "lighting bus"] },
  { says: "RFID tag inventory rounds", marks: ["rfid"] },
  { says: "Teletext page caching", marks: ["teletext"] },
  { says: "vehicle platooning", marks: ["platooning"] },
  { says: "HF radio automatic link establishment", marks: ["hf radio", "automatic link establishment"] },
  { says: "SCADA historian queries", marks: ["scada", "historian"] },
];
