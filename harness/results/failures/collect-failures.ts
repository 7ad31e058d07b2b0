import type { IdReader } from "../../../base/ids/id-reader.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, executionName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord, Extraction, ScoreRecord, Verdict } from "../../record/domain/records.ts";
import { traceCase } from "../metrics/execution/case.ts";
import { isJudgedRelevance } from "../metrics/execution/judged-relevance.ts";
import type { FailedBy, Failure } from "./failure.ts";
import { featuresOf } from "./features.ts";

/** The executions of a run that there are, and those of them that failed. */
export interface RunFailures {
  /** Every execution that was scored, those that are missing left out. */
  executions: readonly ExecutionFacts[];
  failures: readonly Failure[];
}

export interface ExecutionFacts {
  name: string;
  key: ExecutionKey;
  configuration: string;
  family: string;
  /** What is one observation of tests and intervals: its scenario, or the one that this tells of. */
  unit: string;
}

interface CollectedParts {
  score: ScoreRecord;
  scenario: Scenario;
  record: Pick<ExecutionRecord, "outcome" | "error"> | null;
  extraction: Extraction | null;
  /** The primary judge's. */
  primary: Verdict | null;
}

/** Is told of executions one after the other, and keeps the features of those that failed. */
export class FailureCollector {
  readonly #run: { config: Config; ids: IdReader; judgedRelevance: boolean };
  readonly #failed: (score: ScoreRecord, extraction: Extraction | null) => FailedBy[];
  readonly #executions: ExecutionFacts[] = [];
  readonly #failures: Failure[] = [];

  constructor(
    { config, ids, scenarios }: { config: Config; ids: IdReader; scenarios: readonly Scenario[] },
    failed: (score: ScoreRecord, extraction: Extraction | null) => FailedBy[],
  ) {
    this.#run = { config, ids, judgedRelevance: isJudgedRelevance(scenarios) };
    this.#failed = failed;
  }

  /** Of an execution that is missing nothing is known: it is passed over. */
  add({ score, scenario, record, extraction, primary }: CollectedParts): void {
    if (score.outcome === "missing") return;
    const facts = factsOf(score, scenario);
    this.#executions.push(facts);
    const by = this.#failed(score, extraction);
    if (by.length === 0) return;
    const { config, ids, judgedRelevance } = this.#run;
    const entityThreshold = config.judges.entity_threshold;
    const given = { scenario, outcome: score.outcome, extraction, verdict: primary };
    const traced = traceCase({ ...given, ids, judgedRelevance, entityThreshold });
    this.#failures.push({ ...facts, by, ...featuresOf({ score, traced, record, primary }) });
  }

  get found(): RunFailures {
    return { executions: this.#executions, failures: this.#failures };
  }
}

function factsOf(score: ScoreRecord, scenario: Scenario): ExecutionFacts {
  return {
    name: executionName(score),
    key: keyOf(score),
    configuration: configurationName(score),
    family: score.family,
    unit: clusterOf(scenario),
  };
}
