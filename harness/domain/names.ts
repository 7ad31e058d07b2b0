import {
  KNOWLEDGE_MODES,
  type KnowledgeMode,
  OWN,
  UPPER_BOUNDS,
  WORKFLOWS,
  type Workflow,
} from "../../agent/contract.ts";
import type { ExecutionKey } from "./records.ts";

/** One of the matrix' columns, or a system that is not made of ours and stands beside them under its own name. */
export interface Configuration {
  model: string;
  workflow: Workflow | typeof OWN;
  knowledge: KnowledgeMode | typeof OWN;
}

type ConfigurationNames = Readonly<Record<keyof Configuration, string>>;

/** Name of a configuration in files and tables: `explorer__react__skill_meta`. */
export function configurationName({ model, workflow, knowledge }: ConfigurationNames): string {
  return `${model}__${workflow}__${knowledge}`;
}

/** The configuration of a name; null when it is none's. A model's name may hold anything. */
export function parseConfigurationName(name: string): Configuration | null {
  for (const workflow of [...WORKFLOWS, OWN] as const)
    for (const knowledge of [...KNOWLEDGE_MODES, OWN] as const) {
      const ending = configurationName({ model: "", workflow, knowledge });
      if (name.endsWith(ending)) return { model: name.slice(0, -ending.length), workflow, knowledge };
    }
  return null;
}

/** What must be said where the upper bounds among these workflows show. */
export function boundsNotices(workflows: readonly string[]): string[] {
  const bounds = UPPER_BOUNDS.filter((name) => workflows.includes(name));
  return bounds.map((name) => `${name} is told where the truth begins: an upper bound, which nobody could run.`);
}

/** A workflow's name where there is little room. */
export function shortWorkflow(workflow: string): string {
  return workflow === "plan_execute" ? "plan" : workflow;
}

/** Name of an execution, unique in a run: `explorer__react__skill_meta__S003__0`. Safe as a file name. */
export function executionName(key: ConfigurationNames & { scenario_id: string; repeat: number | string }): string {
  return `${configurationName(key)}__${key.scenario_id}__${key.repeat}`;
}

/** The key of any record. */
export function keyOf({ scenario_id, model, workflow, knowledge, repeat }: ExecutionKey): ExecutionKey {
  return { scenario_id, model, workflow, knowledge, repeat };
}
