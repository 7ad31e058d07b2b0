import { pick, type Random, randomInteger } from "../../base/random.ts";
import type { Judgement, ProbeReading, Score } from "../../harness/record/domain/records.ts";
import type { Scored } from "../../harness/results/analyses/scored.ts";
import type { ScoredExecution } from "../../harness/results/metrics/scored-execution.ts";
import type { Shape } from "./shapes.ts";

export type Opinions = Pick<
  ScoredExecution,
  "primary" | "calibration" | "functional" | "expectedIds" | "rankedIds" | "processCounts"
>;

type Scores = Readonly<Record<string, Score>>;
const DIMENSIONS = ["completeness", "relevance", "coherence", "evidence_grounding"] as const;

/** What judges and criteria say of an execution, as its scores have it, and what became of the ids it should have found. */
export function randomOpinions(scores: Scores, { failed, answerable, random }: Case): Opinions {
  const other = { ...scores, overall_score: { value: random() } };
  return {
    primary: failed ? null : verdictOf(scores),
    calibration: failed || random() < 0.5 ? null : verdictOf(other),
    functional: (["exit_ok", "ids_in_answer", "entities_in_answer", "abstention"] as const).map((name) => ({
      ...{ name, explanation: name, pass: name === "entities_in_answer" ? random() < 0.5 : random() < 0.9 },
    })),
    processCounts: null,
    ...(answerable ? randomIds(scores, random) : { expectedIds: [], rankedIds: [] }),
  };
}

interface Case {
  failed: boolean;
  answerable: boolean;
  random: Random;
}

/** Without a judgement where a number of it is missing. */
function verdictOf(scores: Scores): ScoredExecution["primary"] {
  const overall = scores.overall_score?.value ?? null;
  const judgement = overall === null ? null : judgementOf(scores, overall);
  return { type: judgement ? "judged" : "blocked", judgement } as unknown as ScoredExecution["primary"];
}

function judgementOf(scores: Scores, overall: number): Judgement {
  const quality = DIMENSIONS.map((name) => [name, { score: scores[name]?.value ?? 3, rationale: "" }]);
  const none = { expected_ids_found: [], expected_ids_missing: [], details: "" };
  const truth = { ...none, expected_entities_found: [], expected_entities_missing: [] };
  return {
    status: scores.pass?.value === 1 ? "pass" : "fail",
    overall_score: overall,
    ground_truth: { ...truth, reference_answer_alignment: overall },
    quality: Object.fromEntries(quality) as Judgement["quality"],
    summary: "",
  };
}

const OUTCOMES = ["retrieved_reported", "retrieved_unreported", "unretrieved_reported", "unretrieved_unreported"];

/** As many ids of each outcome as its score says; some of those that are named stand in the list. */
function randomIds(scores: Scores, random: Random): Pick<Opinions, "expectedIds" | "rankedIds"> {
  const expectedIds = OUTCOMES.flatMap((idOutcome) =>
    Array.from({ length: scores[idOutcome]?.value ?? 0 }, (_, at) => ({ id: `${idOutcome}-${at}`, idOutcome })),
  ) as NonNullable<Opinions["expectedIds"]>;
  const named = expectedIds.filter(({ idOutcome }) => idOutcome.endsWith("_reported"));
  const rankedIds = named.flatMap(({ id }) => (random() < 0.7 ? [...otherIds(random), id] : []));
  return { expectedIds, rankedIds };
}

function otherIds(random: Random): string[] {
  return Array.from({ length: randomInteger(random, 3) }, () => `other-${random()}`);
}

const EDITS = ["gold", "gutted", "half", "padded", "signed", "buried"] as const;

/** What one judge said of edited answers of some scenarios; lenient, so that some are found. */
export function randomProbes(
  scenarios: Scored["scenarios"],
  { random, shape }: { random: Random; shape: Shape },
): Scored["probed"] {
  if (random() < 0.3 || shape === "nothing scored") return [];
  const ease = pick(random, [0, 1, 3]);
  const readings = scenarios.flatMap(({ id }) => {
    const key = { model: "explorer", workflow: "react", knowledge: "prompt", scenario_id: id, repeat: 0 };
    const said = { ...key, evaluator: "judge", stand_in: true, asked: "" };
    const judged = EDITS.map((edit) => {
      const scores = Object.fromEntries(
        DIMENSIONS.map((name) => [name, { value: Math.min(5, 1 + ease + randomInteger(random, 3)) }]),
      );
      const type = random() < 0.9 ? "judged" : "blocked";
      return { ...said, edit, type, choice: null, judgement: type === "judged" ? judgementOf(scores, random()) : null };
    });
    const chosen = ["pair", "swapped"].map((edit) => ({
      ...{ ...said, edit, type: "judged", judgement: null },
      choice: ease === 3 ? "first" : pick(random, ["first", "second", "tie"]),
    }));
    return [...judged, ...chosen] as unknown as ProbeReading[];
  });
  return [{ judge: "primary", readings }];
}
