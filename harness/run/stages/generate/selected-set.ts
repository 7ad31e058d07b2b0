import { UserError } from "../../../../base/user-error.ts";
import type { Substrate } from "../../../../db/ports/ports.ts";
import { generateAbstentionSuite } from "../../../../scenarios/abstention/generate.ts";
import { generateDiscoverySuite } from "../../../../scenarios/discovery/generate.ts";
import { generateFaultSuite } from "../../../../scenarios/faults/generate.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import type { Wanted } from "../../../../scenarios/prove-wanted.ts";
import { withoutRejected } from "../../../../scenarios/review.ts";
import { selectIds, selectScenarios } from "../../../../scenarios/select.ts";
import type { ScenarioSet } from "../../../../scenarios/set/schema.ts";
import { validateScenarioSet } from "../../../../scenarios/validate.ts";
import type { Services } from "../../../dag/services.ts";
import type { Config } from "../../../record/config/schema.ts";
import { heldOutReportsOf, hiddenLinksOf } from "../corpus-of.ts";

/**
 * The scenarios that a configuration asks for: read from its file, or generated; those that its patterns, its limit and reviewers leave.
 * No more than these are proven.
 */
export async function selectedSet(
  services: Services,
  config: Config,
  onProven?: Wanted["onProven"],
): Promise<ScenarioSet> {
  const { only, limit } = config.scenarios;
  const set = withoutRejected(
    await makeSet(services, config, { select: (ids) => selectIds(ids, only, limit), onProven }),
  );
  return { ...set, scenarios: selectScenarios(set, only, limit) };
}

async function makeSet(services: Services, config: Config, wanted: Wanted): Promise<ScenarioSet> {
  const { file, suite, seed, total } = config.scenarios;
  const substrate = await services.substrate();
  if (file !== undefined)
    return refuseForeign(
      await validateScenarioSet(file, { substrate, redactor: await services.redactor() }),
      substrate,
    );
  if (suite === "abstention") return generateAbstentionSuite(substrate, { seed, total, ...wanted });
  if (suite === "discovery") {
    const { items } = await hiddenLinksOf(config, await services.redactor());
    return services.withComplete((complete) =>
      generateDiscoverySuite({ complete, hidden: substrate }, { items, seed, ...wanted }),
    );
  }
  if (suite === "faults") {
    const { asked } = await heldOutReportsOf(config, await services.redactor());
    return generateFaultSuite(substrate, { asked, seed });
  }
  return generateScenarios(substrate, { seed, total, ...wanted });
}

/** A set that asks for what was taken out of one snapshot: in any other one it stands there to be read. */
function refuseForeign(set: ScenarioSet, { manifest }: Substrate): ScenarioSet {
  const suite = TAKEN_OUT.find((name) => set.scenarios.some((scenario) => scenario[name]));
  if (suite === undefined || set.snapshot === manifest.snapshot_hash) return set;
  throw new UserError("scenarios", `a ${suite} set from a file would be asked where its answers are recorded`, {
    problems: [
      `expected the snapshot ${set.snapshot.slice(0, 12)}, which hides them; this is ${manifest.snapshot_hash.slice(0, 12)}`,
    ],
    hint: `use --suite ${suite}: it takes them out by its seed and generates the set`,
  });
}

const TAKEN_OUT = ["discovery", "faults"] as const;
