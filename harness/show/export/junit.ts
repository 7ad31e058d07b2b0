import { failureReason } from "../../../agent/contract/failure-reasons.ts";
import { countOf } from "../../../base/counts.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { answerText } from "../../judge/judges/mentions.ts";
import { shellWord } from "../../print/shell-word.ts";
import { repeatsOf } from "../../record/config/factors/repeats.ts";
import { configurationsOf, executionsOf } from "../../record/config/matrix.ts";
import { endingOf } from "../../record/domain/ending.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord, Extraction, Verdict } from "../../record/domain/records.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { annotation } from "../../results/compare/render/annotations.ts";
import {
  type JunitCase,
  type JunitProblem,
  type JunitSuite,
  junitXml,
} from "../../results/compare/render/junit-xml.ts";
import { verifyFunctionally } from "../../results/metrics/execution/functional.ts";
import { isJudgedRelevance, NO_PASS_RATE } from "../../results/metrics/execution/judged-relevance.ts";
import type { ExportedRun, ExportFormat } from "./format.ts";

/** GitHub shows so many annotations of a step and drops the rest in silence. */
const SHOWN_ANNOTATIONS = 10;

export const junitFormat: ExportFormat = {
  name: "junit",
  about:
    "a test case an execution, for CI: fails the functional verdict, where there is one = failure, no answer or trace = error",
  async *files(run) {
    yield { path: "junit.xml", content: junitXml(`scopebench ${run.manifest.run_id}`, await suitesOf(run)) };
  },
  async annotations(run) {
    const cases = (await suitesOf(run)).flatMap((suite) => suite.cases);
    const bad = cases.filter(({ problem }) => problem !== undefined);
    const shown = bad
      .slice(0, SHOWN_ANNOTATIONS - 1)
      .map(({ classname, name, problem }) =>
        annotation("error", `${classname.replace("scopebench.", "")} ${name}`, problem?.message ?? ""),
      );
    const executions = countOf(cases.length, "execution");
    const total = isJudgedRelevance(run.scenarios)
      ? `${bad.length} of ${executions} gave no answer or no trace. ${NO_PASS_RATE} Look closer`
      : `${bad.length} of ${executions} did not pass; see`;
    return [
      ...shown,
      annotation("notice", "scopebench", `${total}: scopebench show ${shellWord(run.manifest.run_id)} --failed`),
    ];
  },
};

async function suitesOf(run: ExportedRun): Promise<JunitSuite[]> {
  const { runDirectory, config, scenarios } = run;
  const suites: JunitSuite[] = [];
  for (const configuration of configurationsOf(config)) {
    const name = configurationName(configuration);
    const executions = byName(await readRecords({ runDirectory, part: "rawOutput", configuration }));
    const extractions = byName(await readRecords({ runDirectory, part: "extractions", configuration }));
    const verdicts = byName(await readRecords({ runDirectory, part: "verdicts", configuration }));
    const keys = executionsOf(
      configuration,
      scenarios.map(({ id }) => id),
      config,
    );
    const scenarioOf = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
    const cases = keys.map((key) =>
      caseOf(key, {
        run,
        scenario: scenarioOf.get(key.scenario_id) as Scenario,
        execution: executions.get(executionName(key)),
        extraction: extractions.get(executionName(key)),
        verdict: verdicts.get(executionName(key)),
      }),
    );
    suites.push({ name, cases });
  }
  return suites;
}

function byName<T extends ExecutionKey>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [executionName(record), record]));
}

interface Facts {
  run: ExportedRun;
  scenario: Scenario;
  execution: ExecutionRecord | undefined;
  extraction: Extraction | undefined;
  verdict: Verdict | undefined;
}

function caseOf(key: ExecutionKey, facts: Facts): JunitCase {
  const { scenario, execution, run } = facts;
  const repeat = repeatsOf(run.config, key) > 1 ? ` #${key.repeat}` : "";
  const problem = problemOf(facts);
  const look = `scopebench show ${shellWord(run.manifest.run_id)} ${executionName(key)}`;
  const expected = scenario.expected_ids.join(", ") || "nothing: abstain";
  return {
    classname: `scopebench.${configurationName(key)}`,
    name: `${key.scenario_id}${repeat} ${scenario.turns.at(-1) ?? ""}`,
    seconds: (execution?.duration_ms ?? 0) / 1000,
    ...(problem && {
      problem: { ...problem, body: [problem.message, ...judgeSays(facts), `expected: ${expected}`, look].join("\n") },
    }),
  };
}

function problemOf({ run, scenario, execution, extraction }: Facts): Omit<JunitProblem, "body"> | null {
  if (!execution) return { kind: "error", message: "not executed" };
  if (execution.outcome !== "success")
    return {
      kind: "error",
      message: `${endingOf({ outcome: execution.outcome, failure: failureReason(execution.outcome, execution.error) })}: ${execution.error?.message ?? "no reason was given"}`,
    };
  if (!extraction || extraction.source === "none") return { kind: "error", message: "no trace" };
  if (isJudgedRelevance(run.scenarios)) return null;
  const criteria = verifyFunctionally({
    outcome: execution.outcome,
    scenario,
    extraction,
    answer: answerText(extraction),
    ids: run.ids,
    entityThreshold: run.config.judges.entity_threshold,
  });
  const failed = criteria.filter(({ pass }) => !pass).map(({ explanation }) => explanation);
  return failed.length === 0 ? null : { kind: "failure", message: failed.join("; ") };
}

function judgeSays({ verdict }: Facts): string[] {
  if (!verdict) return [];
  const { judgement, reason, type } = verdict;
  return [`judge: ${judgement ? `${judgement.status}, ${judgement.summary}` : `no verdict, ${reason ?? type}`}`];
}
