import { readFileSync } from "node:fs";
import type { AgentLimits, KnowledgeMode } from "../contract.ts";
import { type KnowledgePrompt, knowledgePrompt } from "../knowledge/modes.ts";
import type { PolicyTexts } from "../knowledge/policies.ts";

export const ROLES = ["analyst", "planner", "executor"] as const;
export type Role = (typeof ROLES)[number];
export type RolePrompts = Readonly<Record<Role, string>>;

/** Reads the role prompts, which lie beside this module. */
export function readRolePrompts(): RolePrompts {
  const read = (role: Role) => readFileSync(new URL(`./prompts/${role}.md`, import.meta.url), "utf8").trim();
  return { analyst: read("analyst"), planner: read("planner"), executor: read("executor") };
}

export interface PromptOptions {
  role: Role;
  roles: RolePrompts;
  knowledge: KnowledgeMode;
  policies: PolicyTexts;
  threadId: string;
  limits: Pick<AgentLimits, "plannerIterations">;
}

/** System prompt of one role: who it is, then what its knowledge mode puts inline. */
export function systemPrompt(options: PromptOptions): KnowledgePrompt {
  const { text, skills } = knowledgePrompt(options.knowledge, options.policies);
  const role = options.roles[options.role]
    .replaceAll("{thread}", options.threadId)
    .replaceAll("{iterations}", String(options.limits.plannerIterations));
  return { text: `${role}\n\n${text}`, skills };
}
