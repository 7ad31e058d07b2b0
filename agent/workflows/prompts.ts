import { readFileSync } from "node:fs";
import { type AgentSettings, ROLES, type Role, type ScopeTask, type SourceSettings } from "../contract/contract.ts";
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
  return {
    text: [who, text, ...settingsTold(role, task)].join("\n\n"),
    skills: skills || (role !== "writer" && task.settings?.skills !== undefined),
  };
}

/** What the settings ask of who answers. */
function settingsTold(role: Role, { settings = {} }: Pick<ScopeTask, "settings">): string[] {
  if (!ANSWERING.includes(role)) return [];
  const claims = (settings.claims ?? []).map(
    ({ claim, said, tools, holding }) =>
      `- ${claim} (${said.map((phrase) => JSON.stringify(phrase)).join(", ")}): a result of ${tools.join(", ")}${holding ? ` that says ${holding.join(" or ")}` : ""}`,
  );
  return [
    ...(settings.glossary ? [glossaryPrompt(settings.glossary)] : []),
    ...(claims.length > 0 ? [`${CLAIMS}\n${claims.join("\n")}`] : []),
    ...(settings.clarify && role !== "writer" ? [CLARIFY] : []),
  ];
}

/** What of a prompt its glossary is. */
export function glossaryPrompt(glossary: NonNullable<AgentSettings["glossary"]>): string {
  return [GLOSSARY, ...glossary.map(({ term, meaning }) => `- ${term}: ${meaning}`)].join("\n");
}

const GLOSSARY = "Words of these records, as people who know them explain them:";
const ANSWERING: readonly Role[] = ["analyst", "planner", "writer"];
const CLAIMS =
  'Verify before you claim. A sentence that makes one of these claims cites a source of its kind, as [S1]; without one it says "cannot confirm":';
const CLARIFY =
  "Where a question is so vague that its readings have different answers, you may ask back, once in a conversation, in place of an answer: one line `Clarifying question: <question>` and nothing else. Look first whether the records decide it.";

/** The one sentence of a system prompt that differs from thread to thread. */
export function threadNote(task: Parameters<typeof nameOfThread>[0]): string {
  return `The thread id of this conversation is \`${nameOfThread(task)}\`.`;
}
