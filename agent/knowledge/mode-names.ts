/** How an agent comes to its policies: all of them inline, or loaded on demand, with or without guidance on when. */
export const KNOWLEDGE_MODES = ["prompt", "skill", "skill_meta"] as const;
export type KnowledgeMode = (typeof KNOWLEDGE_MODES)[number];
