/** What an agent of ours is shown of the turns before: all of them; the newest in full, older ones cut, the oldest as a summary; none. */
export const MEMORIES = ["full", "tiers", "none"] as const;
export type Memory = (typeof MEMORIES)[number];

/** How our own agent works beside its workflow and knowledge; what is absent is as the study's. */
export interface AgentSettings {
  memory?: Memory | undefined;
}
