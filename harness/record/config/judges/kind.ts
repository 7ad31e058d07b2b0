import { z } from "zod";
import { endpoint, modelSchema } from "../model-schema.ts";

/** A language model that judges or describes: not one of ours. */
export const remoteModelSchema = z.strictObject({
  ...endpoint,
  provider: z.enum(["openai", "anthropic"]),
  context_window: modelSchema.shape.context_window
    .unwrap()
    .optional()
    .describe("as served; where it is given, what a judge is shown is held against it before the run"),
});
export type RemoteModel = z.infer<typeof remoteModelSchema>;

/** What is known of a kind of judge without asking one. How one is made stands in `harness/judge/kinds`. */
export interface JudgeKind<Entry> {
  /** Decides by rules in this process: no language model's verdict, asks nobody, costs nothing. */
  standIn: boolean;
  /** Language models that are asked, in the order in which they are tried. */
  chain(entry: Entry): readonly RemoteModel[];
  withChain(entry: Entry, change: (model: RemoteModel) => RemoteModel): Entry;
  /** Who judges outside of this process, which learns nothing of what that takes; null where nobody does. */
  outside(entry: Entry): { model: string; family: string } | null;
  /** How often it judges each answer. */
  judgings(entry: Entry): number;
  /** With its kind, so that two judges of one name are told apart. */
  name(entry: Entry): string;
  /** Behind what it is to judge, in an estimate. */
  estimated(entry: Entry): string;
}

/** Of a kind that asks no language model. */
export const ASKS_NO_MODEL = {
  chain: () => [],
  judgings: () => 1,
  withChain: <Entry>(entry: Entry) => entry,
};
