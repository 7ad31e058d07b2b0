import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { aurc, excessAurc, riskCoverage } from "../../../measure/statistics/selective/risk-coverage.ts";
import { ABSTENTION_KINDS } from "../../../scenarios/set/schema.ts";
import { type Estimate, estimateSchema } from "../../record/domain/estimate.ts";
import { count, configurationName as nameField, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateValues, SHARE } from "../metrics/estimate.ts";
import { hasAnswered, isRight, minimalPairOutcome } from "../metrics/minimal-pairs/pair-outcome.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const abstentionSchema = z.strictObject({
  configuration: nameField,
  kind: z.enum([...ABSTENTION_KINDS, "all"]),
  pairs: count.describe("of which both twins are in the set, times repeats"),
  correct: estimateSchema,
  missed: estimateSchema,
  false_abstention: estimateSchema,
  both_right: estimateSchema,
  answered: estimateSchema.describe("over both twins: share of answered executions that do not abstain"),
  risk: estimateSchema.describe("how many of these are not right"),
  aurc: numberOrNull.describe("what ordering the answered ones by evidence agreement is worth; null below two of them"),
  excess_aurc: numberOrNull,
  curve: z.array(z.number()).describe("risk of the k answers with the strongest evidence agreement, k from 1 to n"),
});
type AbstentionByKind = z.infer<typeof abstentionSchema>;

export const abstention = defineAnalysis({
  name: "abstention",
  schema: z
    .array(abstentionSchema)
    .describe(
      "Of a set of twins: one a configuration and kind of nonexistence, and one over all kinds. [] without twins.",
    ),
  needs: [],
  compute: ({ configurations }) => analyseMinimalPairs(configurations),
  tableName: "abstention_by_kind",
  behind: {
    "*": ({ kind }) => ({ ...(kind === "all" ? {} : { nonexistence: String(kind) }), of: "twins" }),
  },
  table: (result, facts) => {
    if (result.length === 0) return null;
    const present = new Set(facts.scenarios.map(({ nonexistence }) => nonexistence));
    const lacking = ABSTENTION_KINDS.filter((kind) => !present.has(kind));
    return {
      title: "Abstention by kind of nonexistence, on minimal pairs",
      caption: makeCaption(
        facts,
        "The two questions of a minimal pair differ in one detail; one has an answer, the other none. Correct and missed: on the question without an answer (partly answerable: says so of the missing part). False: abstains on the question with one.",
        "Both right: correct on the one, and an expected id among the first ten on the other; abstaining at random gives at most 25 %, always or never abstaining 0.",
        "Risk: answers given that are not right. AURC: mean risk over all coverages when the strongest evidence agreement comes first; excess: above that of a perfect order.",
        ...(lacking.length > 0 ? [`Kinds that this set does not have: ${lacking.join(", ")}.`] : []),
      ),
      columns: [
        ...columnsShown("text", { configuration: "Configuration", kind: "Kind" }),
        { key: "pairs", label: "Pairs", format: "count" },
        ...columnsShown("percent", { correct: "Correct %", missed: "Missed %", false: "False %" }),
        { key: "both_right", label: "Both right %", format: "percent", interval: true },
        ...columnsShown("percent", { answered: "Answered %", risk: "Risk %" }),
        ...columnsShown("decimal", { aurc: "AURC", excess: "Excess" }),
      ],
      rows: result.map(({ false_abstention, excess_aurc, curve: _, kind, ...row }) => ({
        ...row,
        kind: kind.replaceAll("_", " "),
        false: false_abstention,
        excess: excess_aurc,
      })),
    };
  },
});

/** By configuration and kind of nonexistence, then over all kinds. */
export function analyseMinimalPairs(configurations: readonly ScoredConfiguration[]): AbstentionByKind[] {
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
  const outcomes = pairs.map(([lacking, answerable]) => minimalPairOutcome(lacking, answerable));
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
  return { aurc: aurc(curve), excess_aurc: excessAurc(confidences, errors), curve: [...curve.risks] };
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
