import { retrievalOf } from "../../../../agent/contract/contract.ts";
import { makeRandom } from "../../../../base/random.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { SimilaritySpace, Substrate } from "../../../../db/ports/ports.ts";
import { mean, quantile } from "../../../../measure/statistics/basics/describe.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { areAlike } from "../../../../scenarios/used.ts";
import type { Services } from "../../../dag/services.ts";
import { resolveConfig } from "../../../record/config/factors/resolve.ts";
import { factorialOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import { toRetrievalSettings } from "../../../record/config/to-agent.ts";
import type { Configuration } from "../../../record/domain/names.ts";

export type GradeThresholds = Readonly<Record<SimilaritySpace, number>>;

/** Three of four references are less alike to their query. */
const PERCENTILE = 0.75;
/** Below so many held-out questions a percentile says nothing. */
const FEWEST = 8;
/** A small corpus may repeat itself: so many other sets are looked through for enough. */
const MOST_SETS = 4;
/** References of a question that are looked at. */
const LOOKED_AT = 50;

/**
 * From which cosine on a retrieval is good: the configuration's, else the 75th percentile of what queries and their
 * references have, over questions that are generated from another seed and not scored. One number for each space; the
 * agent is told nothing else. Null where nothing of the run retrieves by a graph that grades.
 * @throws UserError `config` where the corpus carries too few other questions
 */
export async function gradeThresholds(
  config: Config,
  services: Pick<Services, "substrate">,
  scored: readonly Scenario[] = [],
): Promise<GradeThresholds | null> {
  if (!factorialOf(config).some((configuration) => isGraded(configuration, config))) return null;
  const given = config.corrective?.thresholds;
  if (given) return given;
  const substrate = await services.substrate();
  const held = await heldOut(substrate, config.scenarios.seed, scored);
  if (held.length < FEWEST) throw tooFew(held.length);
  return { dense: await percentile(substrate, held, "dense"), sparse: await percentile(substrate, held, "sparse") };
}

export function isGraded(configuration: Configuration, config: Config): boolean {
  const { retrieval } = resolveConfig(config, configuration);
  return retrievalOf(configuration.workflow, toRetrievalSettings(retrieval))?.grade ?? false;
}

/** Answerable questions of other seeds, of one where it has enough; none that is asked here in the same words or has nearly the same truth. */
async function heldOut(substrate: Substrate, seed: number, scored: readonly Scenario[]): Promise<Scenario[]> {
  const random = makeRandom("held out", seed);
  const held: Scenario[] = [];
  for (let set = 0; set < MOST_SETS && held.length < FEWEST; set++) {
    const { scenarios } = await generateScenarios(substrate, { seed: Math.floor(random() * 2 ** 31) });
    const known = [...scored, ...held].map(askedBy);
    held.push(...scenarios.filter((scenario) => scenario.answerable && !known.some(isOneWith(askedBy(scenario)))));
  }
  return held;
}

function askedBy(scenario: Scenario): { words: string; truth: ReadonlySet<string> } {
  const words =
    questionOf(scenario)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return { words: words.join(" "), truth: new Set(scenario.expected_ids) };
}

function isOneWith(asked: ReturnType<typeof askedBy>) {
  return ({ words, truth }: typeof asked) => words === asked.words || areAlike(truth, asked.truth);
}

function questionOf({ turns }: Scenario): string {
  return turns.join("\n");
}

async function percentile(
  { search }: Substrate,
  scenarios: readonly Scenario[],
  space: SimilaritySpace,
): Promise<number> {
  const means: number[] = [];
  for (const scenario of scenarios) {
    const ids = scenario.expected_ids.slice(0, LOOKED_AT);
    const cosines = await search.similarity(questionOf(scenario), { ids, space });
    means.push(mean(ids.map((id) => cosines.get(id) ?? 0)) ?? 0);
  }
  return Number((quantile(means, PERCENTILE) ?? 0).toFixed(6));
}

function tooFew(found: number): UserError {
  return new UserError(
    "config",
    `the corpus carries ${found} questions beside those that are scored, too few for a threshold: expected ${FEWEST}`,
    { hint: "set corrective.thresholds: { dense: ..., sparse: ... }, or score fewer scenarios" },
  );
}
