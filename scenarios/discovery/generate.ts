import { makeRandom } from "../../base/random.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { readRelations } from "../catalogue/relations.ts";
import { finish, scenarioId } from "../finish.ts";
import type { Draft } from "../generators/family.ts";
import { UNRECORDED } from "../phrasing/discovery.ts";
import { sayItem } from "../phrasing/names.ts";
import { dealRegisters, type Register } from "../phrasing/registers.ts";
import { proveWanted, type Wanted } from "../prove-wanted.ts";
import { type Scenario, type ScenarioSet, scenarioSetSchema } from "../set/schema.ts";
import { readPayloads } from "../truth/payloads.ts";
import { prove, TruthDisagreement } from "../truth/prove.ts";
import { minus, type TestSet } from "../truth/test-set.ts";
import { findLeaks, type HiddenPair } from "./find-leaks.ts";
import type { HiddenItem } from "./hide-links.ts";

interface Substrates {
  /** The corpus as it is, with all links: the truth. */
  complete: Substrate;
  /** Without the hidden ones: what agents work on, and the snapshot of the set. */
  hidden: Substrate;
}

/**
 * Asks for links that the records do not say. What is expected is proven by both routes on the complete snapshot; that the
 * other one has only the recorded links, likewise; and that it tells of no hidden link anywhere, by `findLeaks`.
 * @throws TruthDisagreement when one of the three does not hold
 */
export async function generateDiscoverySuite(
  { complete, hidden }: Substrates,
  { items, seed, ...wanted }: { items: readonly HiddenItem[]; seed: number } & Wanted,
): Promise<ScenarioSet> {
  await proveHidden(hidden, items);
  const { items: entries, tests } = await readRelations(complete.sql);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const registers = dealRegisters(items.length, makeRandom("discovery registers", seed));
  const sources = {
    complete: { substrate: complete, payloads: readPayloads(complete) },
    hidden: { substrate: hidden, payloads: readPayloads(hidden) },
  };
  const finishItem = async (item: HiddenItem, index: number): Promise<Scenario[]> => {
    const entry = byId.get(item.item);
    if (!entry) throw new TruthDisagreement(`no backlog item ${item.item} in the complete snapshot`);
    const scenario = await finish(draftOf(item, sayItem(entry)), {
      id: scenarioId(index),
      family: "traceability",
      complexity: "reasoning",
      kind: "answerable",
      register: registers[index] as Register,
      phrasing: [seed, "discovery", index],
      sources: sources.complete,
    });
    const left = await prove({ kind: "traced", item: item.item }, { premises: [], sources: sources.hidden });
    return [withDiscovery(scenario, { item, left: left.ids, tests: tests.length })];
  };
  const scenarios = await proveWanted(items, wanted, { idsOf: (index) => [scenarioId(index)], finish: finishItem });
  return scenarioSetSchema.parse({
    version: 1,
    corpus: hidden.manifest.mapping.name,
    snapshot: hidden.manifest.snapshot_hash,
    seed,
    notes: hidden.manifest.notes.filter((note) => note.includes("are hidden")),
    scenarios,
  });
}

/** The links of an item as far as they are hidden and can be found: all that it has, less the others. */
function draftOf({ item, expected, recorded, unfindable }: HiddenItem, said: string): Draft {
  const others = [...recorded, ...unfindable].map((id): TestSet => ({ kind: "one", id }));
  const traced: TestSet = { kind: "traced", item };
  return {
    turns: [UNRECORDED],
    slots: { item: said },
    set: others.length === 0 ? traced : minus(traced, ...others),
    finding: `about what ${item} is about, without a recorded link to it`,
    traps: [
      ...(recorded.length > 0 ? [`linked already, so not asked for: ${recorded.join(", ")}`] : []),
      `${expected.size} hidden links can be found by what the texts share`,
    ],
  };
}

function withDiscovery(
  scenario: Scenario,
  { item, left, tests }: { item: HiddenItem; left: readonly string[]; tests: number },
): Scenario {
  const { expected, recorded, unfindable } = item;
  if (left.join() !== recorded.join() || scenario.expected_ids.join() !== [...expected.keys()].join())
    throw new TruthDisagreement(`${item.item}: hidden and recorded links are not those that the snapshots have`);
  const derivation = scenario.derivation && {
    ...scenario.derivation,
    validation: `on the complete snapshot: ${scenario.derivation.validation}\non this one both routes give the recorded links alone, and no row or edge holds a hidden one`,
  };
  return {
    ...scenario,
    derivation,
    discovery: {
      recorded_ids: [...recorded],
      unfindable_ids: [...unfindable],
      candidates: tests - recorded.length,
      signals: Object.fromEntries(expected),
    },
  };
}

async function proveHidden(substrate: Substrate, items: readonly HiddenItem[]): Promise<void> {
  const pairs = items.flatMap(({ item, expected, unfindable }) =>
    [...expected.keys(), ...unfindable].map((test): HiddenPair => [test, item]),
  );
  const leaks = await findLeaks(substrate, pairs);
  if (leaks.length === 0) return;
  const said = leaks.map(({ where, test, item }) => `${where}: ${test} and ${item}`);
  throw new TruthDisagreement(["hidden links can be read in the snapshot", ...said].join("\n"));
}
