import { failureReason } from "../../../agent/contract/failure-reasons.ts";
import { grouped } from "../../../base/grouped.ts";
import { namesTooMany } from "../../judge/judges/mentions.ts";
import { DIMENSIONS, type ExecutionRecord, type ScoreRecord, type Verdict } from "../../record/domain/records.ts";
import type { TracedCase } from "../metrics/execution/case.ts";
import { emptyAnswer } from "../metrics/execution/empty-answer.ts";
import { verifyFunctionally } from "../metrics/execution/functional.ts";
import { type ExpectedId, traceExpectedIds } from "../trace/expected-ids.ts";
import { holdsCallInText } from "./call-in-text.ts";
import type { Failure, FeatureBlock } from "./failure.ts";

/** What is known of one failed execution. */
export interface FailureParts {
  score: ScoreRecord;
  /** Null without a trace. */
  traced: TracedCase | null;
  record: Pick<ExecutionRecord, "outcome" | "error"> | null;
  primary: Verdict | null;
}

type Found = Pick<Failure, "features" | "unknown">;
type Values = Record<string, number>;

/** The features of a failed execution. Without texts and ids, so that two failures are alike when they went wrong alike, not when they are about the same. */
export function featuresOf({ score, traced, record, primary }: FailureParts): Found {
  const ending = score.reason ?? failureReason(score.outcome, record?.error);
  const losses = traced && hasTruth(traced) && !blind(traced) ? traceExpectedIds(traced) : null;
  const features: Values = {
    ...(ending && { [`ending.${ending}`]: 1 }),
    ...(losses && lossFeatures(losses)),
    ...(traced && answerFeatures(traced)),
    ...(traced && contractFeatures(traced)),
    ...(traced && callFeatures(traced)),
    ...(traced && effortFeatures(traced)),
    ...judgeFeatures(primary, score),
  };
  return {
    features: Object.fromEntries(Object.entries(features).filter(([, value]) => value > 0)),
    unknown: unknownBlocks({ traced, losses, primary }),
  };
}

function hasTruth({ scenario }: TracedCase): boolean {
  return scenario.truth !== "unknown";
}

/** An external agent may keep its calls to itself. */
function blind({ extraction }: TracedCase): boolean {
  return extraction.unreported?.includes("tool_calls") ?? false;
}

function unknownBlocks({
  traced,
  losses,
  primary,
}: Pick<FailureParts, "traced" | "primary"> & { losses: unknown }): FeatureBlock[] {
  return [
    ...(losses === null ? (["ids", "step", "rank"] as const) : []),
    ...(traced === null || blind(traced) ? (["tools", "errors", "effort"] as const) : []),
    ...(traced === null ? (["answer", "abstention", "contract"] as const) : []),
    ...(primary === null ? (["judge"] as const) : []),
  ];
}

/** Steps in the order in which an id passes them. */
const STEPS = [
  "never_retrieved",
  "not_shown",
  "not_passed_on",
  "not_reported",
  "unlisted",
  "below_cut",
] as const satisfies NonNullable<ExpectedId["lost"]>[];

/** Losses of an id that a result held. */
const DROPPED: readonly ExpectedId["lost"][] = ["not_shown", "not_passed_on", "not_reported"];

function lossFeatures(ids: readonly ExpectedId[]): Values {
  if (ids.length === 0) return {};
  const share = (holds: (id: ExpectedId) => boolean) => ids.filter(holds).length / ids.length;
  const first = STEPS.find((step) => ids.some(({ lost }) => lost === step));
  return {
    ...Object.fromEntries(STEPS.map((step) => [`ids.${step}`, share(({ lost }) => lost === step)])),
    ...(first && { [`step.${first}`]: 1 }),
    ...Object.fromEntries(
      RANKS.map(({ name, holds }) => [
        `rank.${name}`,
        share(({ lost, rank }) => DROPPED.includes(lost) && holds(rank)),
      ]),
    ),
  };
}

const RANKS: readonly { name: string; holds(rank: number | null): boolean }[] = [
  { name: "first_three", holds: (rank) => rank !== null && rank <= 3 },
  { name: "first_ten", holds: (rank) => rank !== null && rank > 3 && rank <= 10 },
  { name: "behind_ten", holds: (rank) => rank !== null && rank > 10 },
];

function answerFeatures(traced: TracedCase): Values {
  const { extraction, scenario, answer, ids } = traced;
  const answered = extraction.outcome === "success";
  const failed = hasTruth(traced) ? verifyFunctionally(traced).filter(({ pass }) => !pass) : [];
  const fails = (name: string) => Number(answered && failed.some((criterion) => criterion.name === name));
  const isEmpty = emptyAnswer(extraction) !== null;
  const invented = blind(traced) ? [] : traced.answerIds.filter((id) => !traced.seen.full.holds(id));
  return {
    "answer.fabricated": Number(invented.length > 0),
    // Who leaves out an id leaves out what it is about, too: that is no second cause.
    "answer.entities": Number(fails("entities_in_answer") === 1 && fails("ids_in_answer") === 0),
    // Who says nothing is silent on all of the question.
    "answer.unsaid": Number(fails("unsupported_part") === 1 && !extraction.abstained && !isEmpty),
    "answer.too_many": Number(scenario.answerable && namesTooMany(answer, scenario.expected_ids, ids)),
    "answer.empty": Number(answered && isEmpty),
    "answer.call": Number(holdsCallInText(extraction)),
    ...(fails("abstention") === 1 &&
      extraction.abstained === scenario.answerable && {
        [`abstention.${extraction.abstained ? "false" : "missed"}`]: 1,
      }),
  };
}

function contractFeatures({ extraction }: TracedCase): Values {
  const { contract_violations, contract_retries, contract_fallback } = extraction;
  return {
    ...Object.fromEntries([...new Set(contract_violations)].map((rule) => [`contract.rule_${rule}`, 1])),
    "contract.retried": Number(contract_retries > 0),
    "contract.fallback": Number(contract_fallback),
  };
}

function callFeatures({ extraction }: TracedCase): Values {
  const calls = extraction.tool_calls;
  const failed = calls.filter(({ status }) => status === "error");
  return {
    ...Object.fromEntries(calls.map(({ tool }) => [`tools.${tool}`, 1])),
    "tools.none": Number(calls.length === 0),
    ...Object.fromEntries(
      [...grouped(failed, ({ tool }) => tool)].map(([tool, own]) => [`errors.${tool}`, own.length / calls.length]),
    ),
  };
}

/** Logarithms with fixed ends, so that one run's vectors can be held against another's; half of each, which makes 1 at most together. */
function effortFeatures({ extraction: { tokens_in, tool_calls } }: TracedCase): Values {
  const scaled = (value: number, most: number) => Math.min(1, Math.log1p(value) / Math.log1p(most)) / 2;
  return { "effort.tokens": scaled(tokens_in ?? 0, 1_000_000), "effort.calls": scaled(tool_calls.length, 100) };
}

/** From 1 to 5; at most this is low. */
const LOW = 2;

function judgeFeatures(primary: Verdict | null, { scores }: ScoreRecord): Values {
  if (primary === null) return {};
  const { judgement } = primary;
  if (judgement === null) return { "judge.blocked": Number(primary.type === "blocked") };
  const fails = judgement.status === "fail";
  return {
    "judge.fails": Number(fails),
    "judge.alone": Number(fails && scores.functional_pass?.value === 1),
    ...Object.fromEntries(
      DIMENSIONS.map((dimension) => [`judge.low_${dimension}`, Number(judgement.quality[dimension].score <= LOW)]),
    ),
  };
}
