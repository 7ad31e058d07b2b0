import type { KnowledgeMode } from "./mode-names.ts";
import { KERNEL, POLICIES, type PolicyName, type PolicyTexts } from "./policies.ts";

/** What a knowledge mode puts into the system prompt, and whether skills can be loaded. */
export interface KnowledgePrompt {
  text: string;
  skills: boolean;
}

/**
 * The three routes of the same policies: `prompt` has all of them inline, `skill` the kernel inline and the rest as
 * skills loaded on demand, `skill_meta` the same with guidance on what to load when.
 */
export function knowledgePrompt(mode: KnowledgeMode, texts: PolicyTexts): KnowledgePrompt {
  if (mode === "prompt") return { text: join(POLICIES.map((name) => texts.policies[name])), skills: false };
  const kernel = KERNEL.map((name) => texts.policies[name]);
  return { text: join(mode === "skill_meta" ? [...kernel, texts.preferences] : kernel), skills: true };
}

/** What there is to know for who calls no tools: the policies without those on tools, whose rules it could not follow. */
export function writerPrompt({ policies }: PolicyTexts): string {
  return join(WRITER.map((name) => policies[name]));
}

const WRITER = ["evidence-contract", "domain-knowledge", "response-format"] as const satisfies readonly PolicyName[];

function join(parts: readonly string[]): string {
  return parts.join("\n\n");
}
