import { readFileSync } from "node:fs";
import { ROLES, type Role, type ScopeTask, type SourceSettings } from "../contract/contract.ts";
import { type KnowledgePrompt, knowledgePrompt, writerPrompt } from "../knowledge/modes.ts";
import type { PolicyTexts } from "../knowledge/policies.ts";
import { nameOfThread } from "../turns/thread-name.ts";

export type RolePrompts = Readonly<Record<Role, string>>;

/** Reads the role prompts, which lie beside this module. */
export function readRolePrompts(): RolePrompts {
  const read = (role: Role) => readFileSync(new URL(`./prompts/${role}.md`, import.meta.url), "utf8").trim();
  return Object.fromEntries(ROLES.map((role) => [role, read(role)])) as Record<Role, string>;
}

const ROLES_OVER_SOURCES = ["validator", "chooser", "searcher", "answerer", "checker"] as const satisfies Role[];

/** With those of the workflow `sources` in another language. */
export function promptsIn(language: SourceSettings["prompts"], roles: RolePrompts): RolePrompts {
  if (language === undefined || language === "en") return roles;
  const read = (role: Role) =>
    readFileSync(new URL(`./prompts/${language}/${role}.md`, import.meta.url), "utf8").trim();
  return { ...roles, ...Object.fromEntries(ROLES_OVER_SOURCES.map((role) => [role, read(role)])) };
}

/** System prompt of one role: who it is, then what the task's knowledge mode puts inline. Equal for all threads of a configuration. */
export function systemPrompt(
  role: Role,
  { task, roles, policies }: { task: ScopeTask; roles: RolePrompts; policies: PolicyTexts },
): KnowledgePrompt {
  const { text, skills } =
    role === "writer" ? { text: writerPrompt(policies), skills: false } : knowledgePrompt(task.knowledge, policies);
  const who = roles[role].replaceAll("{iterations}", String(task.limits.plannerIterations));
  return { text: `${who}\n\n${text}`, skills };
}

/** The one sentence of a system prompt that differs from thread to thread. */
export function threadNote(task: Parameters<typeof nameOfThread>[0]): string {
  return `The thread id of this conversation is \`${nameOfThread(task)}\`.`;
}
