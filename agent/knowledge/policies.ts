import { readFileSync } from "node:fs";

/** The policies, each one file in `policies/`: the single source of all three knowledge modes. */
export const POLICIES = [
  "evidence-contract",
  "tool-abstraction",
  "domain-knowledge",
  "tool-routing",
  "response-format",
] as const;
export type PolicyName = (typeof POLICIES)[number];

/** In the prompt in every mode. */
export const KERNEL = ["evidence-contract", "tool-abstraction"] as const satisfies readonly PolicyName[];

/** In the prompt in mode `prompt`; skills to be loaded in the other two. The description is all that is known of a skill before. */
export const SKILLS = {
  "domain-knowledge":
    "What the artifacts are and how they hang together: references, id variants, containment, message coverage, vocabulary, topics. Read it to understand what a question is about.",
  "response-format":
    "How the final answer is written: its sections, the order of the list, source labels and links. Read it before answering.",
  "tool-routing":
    "Which tool to start with for which kind of question, what to do next, and what to do when a result is poor. Read it before choosing tools.",
} as const satisfies Partial<Record<PolicyName, string>>;

export interface PolicyTexts {
  policies: Readonly<Record<PolicyName, string>>;
  /** Load-order guidance, mode `skill_meta` only. */
  preferences: string;
}

/** Reads the policy files, which lie beside this module. */
export function readPolicies(): PolicyTexts {
  const read = (name: string) => readFileSync(new URL(`./policies/${name}.md`, import.meta.url), "utf8").trim();
  return {
    policies: Object.fromEntries(POLICIES.map((name) => [name, read(name)])) as Record<PolicyName, string>,
    preferences: read("preferences"),
  };
}

/** The skills' files by path below the skills folder: each policy's text under the front matter that announces it. */
export function skillFiles(texts: PolicyTexts): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(SKILLS).map(([name, description]) => [
      `/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${texts.policies[name as PolicyName]}\n`,
    ]),
  );
}
