/** What an agent of ours is shown of the turns before: all of them; the newest in full, older ones cut, the oldest as a summary; none. */
export const MEMORIES = ["full", "tiers", "none"] as const;
export type Memory = (typeof MEMORIES)[number];

/** What an answer may claim on evidence of a kind alone. */
export interface ClaimRule {
  /** What it is called to the agent, such as `compatibility`. */
  claim: string;
  /** Phrases by which a sentence makes it, letter case apart. */
  said: readonly string[];
  /** Tools whose results are evidence of it, by name. */
  tools: readonly string[];
  /** Words of which such a result must hold one; absent = any result. */
  holding?: readonly string[] | undefined;
}

/** How our own agent works beside its workflow and knowledge; what is absent is as the study's. */
export interface AgentSettings {
  memory?: Memory | undefined;
  /** It may ask back, once in a conversation, where a question is too vague. */
  clarify?: boolean | undefined;
  /** What it may claim only with a source of that kind. */
  claims?: readonly ClaimRule[] | undefined;
  /** Words of the records that a person explained, in its prompts. */
  glossary?: readonly { term: string; meaning: string }[] | undefined;
  /** Skills of one's own, whose scripts it can run: texts by path (`<skill>/SKILL.md`, `<skill>/scripts/<name>.mjs`). */
  skills?: Readonly<Record<string, string>> | undefined;
}
