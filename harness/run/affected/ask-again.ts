import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import type { Departure } from "../../../base/providers/recording/dry-replay.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable, wrap } from "../../print/text.ts";
import { configurationsOf, executionsOf } from "../../record/config/matrix.ts";
import { executionName } from "../../record/domain/names.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { unsteadyModels } from "./find.ts";
import { withDryReplay } from "./replay-dry.ts";

/** How a model answered what it was asked in a recorded run, asked again. Executions, each up to its first other answer. */
interface AskedAgain {
  model: string;
  executions: number;
  alike: number;
  otherwise: number;
  /** It gave no answer. */
  failed: number;
  /** The code asks something else by now, so that the recorded question could not be put. */
  other: number;
  /** Whether the baseline's own repeats agree in every scenario: else another answer says nothing. */
  steady: boolean;
}

/**
 * Asks a baseline's models once more what its first scenarios asked, one repeat: whether a model that is served under the same name still answers alike. Each
 * execution goes on with the recorded answers.
 */
export async function askAgain(
  baseline: OpenedRun,
  { scenarios: limit, io, json }: { scenarios: number; io: Io; json: boolean },
): Promise<void> {
  const models = baseline.config.models.filter(({ provider }) => provider !== "policy");
  if (models.length === 0)
    throw new UserError("usage", `${baseline.manifest.run_id} asked no language model`, {
      hint: "stand-ins answer alike by construction",
    });
  const scenarios = { ...baseline.config.scenarios, limit };
  const config = { ...baseline.config, models, scenarios, repeats: 1, external_agents: [] };
  const unsteady = await unsteadyModels(baseline, config);
  const isMade = () => true;
  const asked = await withDryReplay({ baseline, config, io, isMade }, async ({ runDirectory, dry }) => {
    const ids = (await readScenarioSet(runPath(runDirectory, "scenarios"))).scenarios.map(({ id }) => id);
    const keys = configurationsOf(config).flatMap((configuration) => executionsOf(configuration, ids, config));
    return [...grouped(keys, ({ model }) => model)].map(([model, own]) =>
      askedAgain(model, { departures: own.map((key) => dry.departures.get(executionName(key))), unsteady }),
    );
  });
  if (json) return io.out(jsonText({ baseline: baseline.manifest.run_id, models: asked }, {}));
  for (const one of asked) io.out(wrap(sentenceOf(one), io.columns, ""));
}

function askedAgain(
  model: string,
  { departures, unsteady }: { departures: readonly (Departure | undefined)[]; unsteady: ReadonlySet<string> },
): AskedAgain {
  const count = (is: (changed: readonly string[]) => boolean) =>
    departures.filter((departure) => departure !== undefined && is(departure.changed)).length;
  const failed = count((changed) => changed.includes("failed"));
  const answered = count((changed) => changed.includes("answer"));
  return {
    ...{ model, executions: departures.length, alike: departures.filter((one) => one === undefined).length },
    ...{ otherwise: answered - failed, failed, other: count((changed) => !changed.includes("answer")) },
    steady: !unsteady.has(model),
  };
}

function sentenceOf({ model, executions, alike, otherwise, failed, other, steady }: AskedAgain): string {
  const put = executions - failed - other;
  const left = [
    ...(failed > 0 ? [`${failed} unanswered`] : []),
    ...(other > 0 ? [`${other} asked otherwise by now`] : []),
  ];
  const share = put === 0 ? "" : ` (${Math.round((100 * alike) / put)} %)`;
  const counted = `${printable(model, { singleLine: true })}: ${alike} of ${countOf(put, "execution")} answered as recorded${share}${left.length > 0 ? `, ${left.join(", ")}` : ""}.`;
  if (put === 0) return `${counted} Nothing is known of it.`;
  if (otherwise === 0) return `${counted} No drift was seen.`;
  return steady
    ? `${counted} It has drifted: in the baseline its repeats agree.`
    : `${counted} That is no sign of drift: in the baseline its repeats differ, too, or there are none (--repeats 2).`;
}
