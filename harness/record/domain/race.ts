import { z } from "zod";

/** Who is asked what in a race of configurations, before anything is known of them. */
const raceSchema = z.object({
  metric: z.string(),
  /** With which the best is among those that are not told apart. */
  confidence: z.number(),
  /** Whole clusters of scenarios, in the order in which they are asked. */
  track: z.array(z.array(z.string())),
  /** Clusters that are kept from the race, for its winner. */
  kept: z.array(z.array(z.string())),
});
export type RacePlan = z.infer<typeof raceSchema>;

/** A run that races its configurations, as its manifest keeps it. */
export const plannedRaceSchema = raceSchema.extend({
  /** Clusters of the track that each configuration may be asked so far, by its name. */
  released: z.record(z.string(), z.number().int()),
  /** Who may be asked the clusters that were kept. */
  winner: z.string().optional(),
  /** Hash of configuration and code: by another the race was not the same for all. */
  candidate: z.string(),
});
export type PlannedRace = z.infer<typeof plannedRaceSchema>;
