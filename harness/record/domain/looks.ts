import { z } from "zod";

/** One look at the scenarios so far, and what of a rule's level it may use. */
const lookSchema = z.object({
  /** Scenarios up to here, from the first of the order on. */
  scenarios: z.number().int().positive(),
  /** Of all independent observations, in (0, 1]. */
  fraction: z.number().positive().max(1),
  /** Share of a rule's level at which a loss is called here; 0: none is called before the end. */
  loss_share: z.number().min(0).max(1),
  /** Share of a rule's level that the interval has here, where the series may stop without a loss; 0: it may not. */
  interval_share: z.number().min(0).max(1),
});
export type PlannedLook = z.infer<typeof lookSchema>;

/** Of a rule's level for the interval: where the series stops for a loss alone, what that loss is called at. */
export function shareOfInterval({ interval_share, loss_share }: PlannedLook): number {
  return interval_share || loss_share || 1;
}

/** In which order scenarios are asked and after how many of them the gate looks; fixed before the first look. */
const looksSchema = z.object({
  seed: z.string(),
  /** Every scenario once: clusters whole, random, each stretch with its part of every family. */
  order: z.array(z.string()),
  looks: z.array(lookSchema),
  /** Why there is one look alone, at the end: stopping early would save next to nothing. */
  fixed_because: z.string().optional(),
});
export type PlannedLooks = z.infer<typeof looksSchema>;

/** A run that is executed look by look until the gate decides, as its manifest keeps it. */
export const seriesSchema = z.object({
  /** As the user named it, a path in full; and its id, since a name may come to mean another. */
  baseline: z.string(),
  baseline_run: z.string(),
  /** Frozen before anything was executed. */
  planned: looksSchema,
  /** Scenarios of the order that may be executed so far. */
  released: z.number().int(),
  /** Hash of configuration and code: of another the looks mean nothing. */
  candidate: z.string(),
  /** Hash of what executed and judged the first look: agents, tools, judges. */
  systems: z.string().optional(),
  /** Earlier series of the same candidate against the same baseline, with the looks that each took. */
  earlier: z.array(z.object({ run: z.string(), looks: z.number().int() })),
  /** What the candidate became on the way. */
  void: z.string().optional(),
});
export type PlannedSeries = z.infer<typeof seriesSchema>;
