import { max } from "simple-statistics";
import { type Assistant, makeAssistants } from "../../../assistant/protocol/assistants.ts";
import { compareText } from "../../../base/text-order.ts";
import type { Scenario, ScenarioSet } from "../../../scenarios/set/schema.ts";
import { withoutFactors } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { askableOf, toAsked } from "../interactive/assistant-configurations.ts";
import type { KeptThread } from "./read-threads.ts";

/** What people asked, as a run has it: each question once, each thread an execution of it. */
export interface AskedSet {
  set: ScenarioSet;
  executions: readonly { key: ExecutionKey; kept: KeptThread }[];
  /** Why threads are not among them, with how many. */
  leftOut: readonly string[];
}

/**
 * A scenario of each distinct question (all turns of a thread), without a truth unless a person has accepted or corrected one for it.
 * @param truths a reviewed set; null for none
 */
export function askedSet(
  threads: readonly KeptThread[],
  { config, corpus, truths }: { config: Config; corpus: string; truths: ScenarioSet | null },
): AskedSet {
  const assistants = new Map(assistantsOf(config).map((assistant) => [assistant.id, assistant]));
  const answered = threads.filter(({ answerId }) => answerId !== null);
  const known = answered.filter(({ thread }) => assistants.has(thread.assistant_id ?? ""));
  const reviewed = new Map(truths?.scenarios.filter(isReviewed).map((one) => [questionOf(one.turns), one]));
  const questions = [...new Set(known.map(({ turns }) => questionOf(turns)))];
  const ids = new Map(questions.map((question, index) => [question, `S${String(index + 1).padStart(3, "0")}`]));
  const scenarios = questions.map((question) =>
    scenarioOf(ids.get(question)!, JSON.parse(question), reviewed.get(question)),
  );
  const times = new Map<string, number>();
  const executions = known.map((kept) => {
    const { model, workflow, knowledge, levels } = assistants.get(kept.thread.assistant_id!)!;
    const cell = { scenario_id: ids.get(questionOf(kept.turns))!, model: model.name, workflow, knowledge, levels };
    const name = `${configurationName(cell)} ${cell.scenario_id}`;
    const repeat = times.get(name) ?? 0;
    times.set(name, repeat + 1);
    return { key: keyOf({ ...cell, repeat }), kept };
  });
  const unanswered = threads.length - answered.length;
  const unknown = [
    ...new Set(
      answered.flatMap(({ thread: { assistant_id } }) => (assistants.has(assistant_id ?? "") ? [] : [assistant_id])),
    ),
  ];
  return {
    set: { version: 1, corpus, snapshot: "any", seed: null, notes: NOTES, scenarios },
    executions,
    leftOut: [
      ...(unanswered > 0 ? [`${unanswered} without an answer to the last question`] : []),
      ...(unknown.length > 0
        ? [`${answered.length - known.length} of configurations that this bench.yaml does not have`]
        : []),
    ],
  };
}

const NOTES = [
  "questions that people asked of the assistant: no configuration was asked all of them, and the others' executions are missing",
  "family and complexity are placeholders, since nobody assigned them: impact, multi_hop",
];

/** As the service makes them of the same configuration. */
function assistantsOf(config: Config): Assistant[] {
  return makeAssistants(askableOf(config).configurations.map((one) => toAsked(config, one)));
}

/** All turns in one, so that equal conversations are equal texts. */
function questionOf(turns: readonly string[]): string {
  return JSON.stringify(turns);
}

function isReviewed({ review }: Scenario): boolean {
  return review?.decision === "accepted" || review?.decision === "corrected";
}

function scenarioOf(id: string, turns: string[], reviewed: Scenario | undefined): Scenario {
  if (reviewed) return { ...reviewed, id };
  return {
    ...{ id, family: "impact", complexity: "multi_hop", answerable: true, truth: "unknown", turns, template: "asked" },
    ...{ expected_ids: [], expected_entities: [], reference_answer: "", traps: [] },
  };
}

/** The configuration of the run: the factors that threads have used, and nothing that would be asked again. */
export function runConfig(
  config: Config,
  { executions }: AskedSet,
  { file, folder }: { file: string; folder: string },
): Config {
  const used = <K extends "model" | "workflow" | "knowledge">(part: K) =>
    new Set(executions.map(({ key }) => key[part]));
  const [models, workflows, knowledge] = [used("model"), used("workflow"), used("knowledge")];
  const isLevelled = executions.some(({ key }) => key.levels !== undefined);
  return {
    ...(isLevelled ? config : withoutFactors(config)),
    models: config.models.filter(({ name }) => models.has(name)),
    workflows: config.workflows.filter((name) => workflows.has(name)),
    knowledge: config.knowledge.filter((name) => knowledge.has(name)),
    external_agents: [],
    repeats: 1 + max(executions.map(({ key }) => key.repeat)),
    scenarios: { ...config.scenarios, file, suite: undefined, only: [], limit: undefined },
    runs_dir: folder,
    // What one configuration was not asked is missing, which is no failure.
    max_error_rate: 1,
  };
}

/** In the order of their names, as files have them. */
export function byName(a: { key: ExecutionKey }, b: { key: ExecutionKey }): number {
  const name = ({ key }: { key: ExecutionKey }) => `${key.scenario_id} ${key.repeat}`;
  return compareText(name(a), name(b));
}
