import type { KnowledgeMode, OWN, Workflow } from "../../agent/contract.ts";
import type { ExecutionKey } from "./records.ts";

/** One of the matrix' columns, or a system that is not made of ours and stands beside them under its own name. */
export interface Configuration {
  model: string;
  workflow: Workflow | typeof OWN;
  knowledge: KnowledgeMode | typeof OWN;
}

/** Name of a configuration in files and tables: `explorer__react__skill_meta`. */
export function configurationName(configuration: Configuration): string {
  return `${configuration.model}__${configuration.workflow}__${configuration.knowledge}`;
}

/** Name of an execution, unique in a run: `explorer__react__skill_meta__S003__0`. Safe as a file name. */
export function executionName(key: ExecutionKey): string {
  return `${configurationName(key)}__${key.scenario_id}__${key.repeat}`;
}

/** The key of any record. */
export function keyOf({ scenario_id, model, workflow, knowledge, repeat }: ExecutionKey): ExecutionKey {
  return { scenario_id, model, workflow, knowledge, repeat };
}
