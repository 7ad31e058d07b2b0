import { z } from "zod";
import type { LiveSource } from "../../db/sources/port.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { ToolFailure } from "./tool-failure.ts";

/** An item of a live source as tools show it. */
export const itemRowSchema = z.strictObject({
  id: z.string(),
  source: z.string(),
  type: z.string(),
  title: z.string(),
  text: z.string(),
  container: z.string(),
  author: z.string().nullable(),
  date: z.string().nullable(),
  /** Of what hangs below another item: that one's id. */
  below: z.string().optional(),
});

/** @throws ToolFailure where there are no sources, or none of that name */
export function liveSource(
  name: string,
  { live }: ToolContext,
): { source: LiveSource; live: NonNullable<ToolContext["live"]> } {
  if (!live) throw new ToolFailure("not_found", "This agent has no live sources.");
  const source = live.sources.find((each) => each.describe().name === name);
  if (source) return { source, live };
  const names = live.sources.map((each) => each.describe().name).join(", ");
  throw new ToolFailure("not_found", `There is no source "${name}".`, `Sources: ${names}.`);
}
