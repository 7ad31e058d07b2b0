import {
  KNOWLEDGE_MODES,
  type KnowledgeMode,
  OWN,
  UPPER_BOUNDS,
  WORKFLOW_NAME,
  type Workflow,
} from "../../../agent/contract/contract.ts";
import { LEVELS_NAME } from "../../../base/level-names.ts";
import type { ExecutionKey } from "./records.ts";

/** One of the matrix' columns, or a system that is not made of ours and stands beside them under its own name. */
export interface Configuration {
  model: string;
  workflow: Workflow;
  knowledge: KnowledgeMode | typeof OWN;
  /** Levels of further factors that change something, as in its name: `rerank=llm_listwise__depth=50`. Absent where none does. */
  levels?: string | undefined;
}

export interface NamedConfiguration {
  readonly model: string;
  readonly workflow: string;
  readonly knowledge: string;
  readonly levels?: string | undefined;
}

/** What every configuration has a level of, and every record a member for. */
export const MATRIX_FACTORS = ["model", "workflow", "knowledge"] as const;

/** Name of a configuration in files and tables: `explorer__react__skill_meta`, `explorer__vector_rag__prompt__depth=50`. */
export function configurationName({ model, workflow, knowledge, levels }: NamedConfiguration): string {
  return `${model}__${workflow}__${knowledge}${levels ? `__${levels}` : ""}`;
}

/** The configuration that a record or a row is of. */
export function configurationOf<T extends NamedConfiguration>({ model, workflow, knowledge, levels }: T) {
  const three: Pick<T, "model" | "workflow" | "knowledge"> = { model, workflow, knowledge };
  return levels === undefined ? three : { ...three, levels };
}

/** The configuration of a name; null for an unknown name. A model's name may hold anything, a workflow's no double underscore. */
export function parseConfigurationName(name: string): Configuration | null {
  const [, model, workflow, knowledge, levels] = CONFIGURATION_NAME.exec(name) ?? [];
  if (model === undefined || workflow === undefined) return null;
  return configurationOf({ model, workflow, knowledge: knowledge as Configuration["knowledge"], levels });
}

const CONFIGURATION_NAME = new RegExp(
  `^(.*)__(${WORKFLOW_NAME.source.slice(1, -1)})__(${[...KNOWLEDGE_MODES, OWN].join("|")})(?:__(${LEVELS_NAME.source.slice(1, -1)}))?$`,
  "s",
);

/** What must be said where the upper bounds among these workflows show. */
export function boundsNotices(workflows: readonly string[]): string[] {
  const bounds = UPPER_BOUNDS.filter((name) => workflows.includes(name));
  if (bounds.length === 0) return [];
  const are = bounds.length === 1 ? "is" : "are";
  const what = bounds.length === 1 ? "an upper bound" : "upper bounds";
  return [`${bounds.join(", ")} ${are} told where the truth begins: ${what}, which nobody could run.`];
}

/** A workflow's name where there is little room. */
export function shortWorkflow(workflow: string): string {
  return workflow === "plan_execute" ? "plan" : workflow;
}

/** Name of an execution, unique in a run: `explorer__react__skill_meta__S003__0`. Safe as a file name. */
export function executionName(key: NamedConfiguration & { scenario_id: string; repeat: number | string }): string {
  return `${configurationName(key)}__${key.scenario_id}__${key.repeat}`;
}

/** The key that a name tells of; whether there is such an execution, the records say. */
export function parseExecutionName(name: string): ExecutionKey | null {
  const [, configurationName = "", scenario_id, repeat] = /^(.*)__([^/\\]+?)__(\d+)$/.exec(name) ?? [];
  const configuration = parseConfigurationName(configurationName);
  if (configuration === null || scenario_id === undefined) return null;
  return { scenario_id, ...configuration, repeat: Number(repeat) };
}

/** The key of any record. */
export function keyOf({ scenario_id, model, workflow, knowledge, repeat, levels }: ExecutionKey): ExecutionKey {
  const key = { scenario_id, model, workflow, knowledge, repeat };
  return levels === undefined ? key : { ...key, levels };
}
