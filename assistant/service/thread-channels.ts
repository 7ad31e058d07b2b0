import { z } from "zod";
import type { Told } from "./thread-events.ts";

/** What of a thread's events a client wants to see. */
export const eventFilter = z.object({
  channels: z.array(z.string()).min(1),
  /** Beginnings of paths; none for all. A part without a colon stands for all that begin with it and a colon. */
  namespaces: z.array(z.array(z.string())).nullish(),
  /** Parts of the path below such a beginning, at most. */
  depth: z.number().int().min(0).nullish(),
  /** Numbers up to this one were seen. */
  since: z.number().nullish(),
});
export type EventFilter = z.infer<typeof eventFilter>;

export function isWanted(
  { method, data }: Told,
  namespace: readonly string[],
  { channels, namespaces, depth }: EventFilter,
): boolean {
  const channel = method.startsWith("input.") ? "input" : method;
  const name = channel === "custom" ? (data as { name?: string }).name : undefined;
  if (!channels.includes(channel) && !(name !== undefined && channels.includes(`custom:${name}`))) return false;
  if (!namespaces || namespaces.length === 0) return true;
  return namespaces.some(
    (beginning) =>
      beginning.length <= namespace.length &&
      beginning.every((part, at) => part === namespace[at] || part === namespace[at]!.split(":")[0]) &&
      namespace.length - beginning.length <= (depth ?? Number.POSITIVE_INFINITY),
  );
}
