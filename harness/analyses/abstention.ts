import { grouped } from "../../base/grouped.ts";
import { ABSTENTION_KINDS } from "../../scenarios/schema.ts";
import { configurationName } from "../domain/names.ts";
import type { AbstentionByKind, Estimate } from "../domain/summary.ts";
import { estimateValues, SHARE } from "../metrics/estimate.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { hasAnswered, isRight, twinOutcome } from "../metrics/twins/twin-outcome.ts";
import { aurc, excessAurc, riskCoverage } from "../statistics/selective/risk-coverage.ts";
import type { ScoredConfiguration } from "./summary.ts";

/** `metrics/abstention.json`, by configuration and kind of nonexistence, then over all kinds. [] for a set without twins. */
export function analyseTwins(configurations: readonly ScoredConfiguration[]): AbstentionByKind[] {
  return configurations.flatMap(({ configuration, executions }) => {
    const pairs = pairsOf(executions);
    const kinds = ABSTENTION_KINDS.map((kind) => ({
      kind,
      pairs: pairs.filter(([lacking]) => lacking.scenario.nonexistence === kind),
    }));
    return [...kinds, { kind: "all" as const, pairs }]
      .filter((group) => group.pairs.length > 0)
      .map((group) => analyseKind(configurationName(configuration), group));
  });
}

type Pair = readonly [lacking: ScoredExecution, answerable: ScoredExecution];

/** Twins of one repeat; a scenario whose twin the set does not have is left out. */
function pairsOf(executions: readonly ScoredExecution[]): Pair[] {
  const repeats = grouped(executions, ({ record }) => String(record.repeat));
  return [...repeats.values()].flatMap((group) => {
    const byId = new Map(group.map((execution) => [execution.scenario.id, execution]));
    return group.flatMap((execution): Pair[] => {
      const { nonexistence, twin } = execution.scenario;
      const other = nonexistence && twin ? byId.get(twin.id) : undefined;
      return other ? [[execution, other]] : [];
    });
  });
}

function analyseKind(
  configuration: string,
  { kind, pairs }: { kind: AbstentionByKind["kind"]; pairs: readonly Pair[] },
): AbstentionByKind {
  const outcomes = pairs.map(([lacking, answerable]) => twinOutcome(lacking, answerable));
  const clusters = outcomes.map(({ scenario }) => scenario);
  const estimate = (name: string, values: readonly (number | null)[], of = clusters) =>
    estimateScored(values, { clusters: of, seed: ["twins", configuration, kind, name] });
  const answers = pairs.flatMap((pair) => pair.map((execution) => ({ execution, cluster: pair[0].scenario.id })));
  const given = answers.filter(({ execution }) => hasAnswered(execution) === 1);
  return {
    configuration,
    kind,
    pairs: pairs.length,
    correct: estimate(
      "correct",
      outcomes.map(({ correct }) => correct),
    ),
    missed: estimate(
      "missed",
      outcomes.map(({ missed }) => missed),
    ),
    false_abstention: estimate(
      "false",
      outcomes.map(({ falseAbstention }) => falseAbstention),
    ),
    both_right: estimate(
      "both",
      outcomes.map(({ bothRight }) => bothRight),
    ),
    answered: estimate(
      "answered",
      answers.map(({ execution }) => hasAnswered(execution)),
      answers.map(({ cluster }) => cluster),
    ),
    risk: estimate(
      "risk",
      given.map(({ execution }) => errorOf(execution)),
      given.map(({ cluster }) => cluster),
    ),
    ...orderedRisk(given.map(({ execution }) => execution)),
  };
}

function errorOf(execution: ScoredExecution): number | null {
  const right = isRight(execution);
  return right === null ? null : 1 - right;
}

function orderedRisk(given: readonly ScoredExecution[]): Pick<AbstentionByKind, "aurc" | "excess_aurc" | "curve"> {
  const rows = given.flatMap((execution) => {
    const [confidence, error] = [scoreValue(execution, "evidence_agreement"), errorOf(execution)];
    return confidence === null || error === null ? [] : [{ confidence, error }];
  });
  const confidences = rows.map(({ confidence }) => confidence);
  const errors = rows.map(({ error }) => error);
  const curve = riskCoverage(confidences, errors);
  return { aurc: aurc(curve), excess_aurc: excessAurc(confidences, errors), curve: curve.risks };
}

function estimateScored(
  values: readonly (number | null)[],
  { clusters, seed }: { clusters: readonly string[]; seed: readonly string[] },
): Estimate {
  const scored = values.flatMap((value, at) => (value === null ? [] : [{ value, cluster: clusters[at] as string }]));
  return estimateValues({
    values: scored.map(({ value }) => value),
    clusters: scored.map(({ cluster }) => cluster),
    unscored: values.length - scored.length,
    range: SHARE,
    seed,
  });
}
