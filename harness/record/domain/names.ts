import {
  KNOWLEDGE_MODES,
  type KnowledgeMode,
  OWN,
  UPPER_BOUNDS,
  WORKFLOW_NAME,
  type Workflow,
} from "../../../agent/contract/contract.ts";
import type { ExecutionKey } from "./records.ts";

/** One of the matrix' columns, or a system that is not made of ours and stands beside them under its own name. */
export interface Configuration {
  model: string;
  workflow: Workflow;
  knowledge: KnowledgeMode | typeof OWN;
}

type ConfigurationNames = Readonly<Record<keyof Configuration, string>>;

/** Name of a configuration in files and tables: `explorer__react__skill_meta`. */
export function configurationName({ model, workflow, knowledge }: ConfigurationNames): string {
  return `${model}__${workflow}__${knowledge}`;
}

/** The configuration of a name; null when it is none's. A model's name may hold anything, a workflow's no double underscore. */
export function parseConfigurationName(name: string): Configuration | null {
  const [, model, workflow, knowledge] = CONFIGURATION_NAME.exec(name) ?? [];
  if (model === undefined || workflow === undefined) return null;
  return { model, workflow, knowledge: knowledge as Configuration["knowledge"] };
}

const CONFIGURATION_NAME = new RegExp(
  `^(.*)__(${WORKFLOW_NAME.source.slice(1, -1)})__(${[...KNOWLEDGE_MODES, OWN].join("|")})$`,
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
export function executionName(key: ConfigurationNames & { scenario_id: string; repeat: number | string }): string {
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
export function keyOf({ scenario_id, model, workflow, knowledge, repeat }: ExecutionKey): ExecutionKey {
  return { scenario_id, model, workflow, knowledge, repeat };
}
