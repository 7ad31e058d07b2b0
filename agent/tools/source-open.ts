import { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import type { OpenedItem } from "../../db/sources/port.ts";
import { toItemRow } from "./item-row.ts";
import { itemRowSchema, liveSource } from "./live-source.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** One item whole, with the rights of whoever asks. The family `live_source`. */
export const sourceOpen = defineTool({
  name: "source_open",
  family: "live_source",
  description: [
    "Opens one item of a live source by the id that a search gave, with the rights of the person who asks.",
    "Returns its whole text, then what hangs below it, each with an id of its own: the replies of a thread, the comments of an issue.",
  ].join(" "),
  schema: () =>
    z.strictObject({
      source: z.string().min(1).max(100).describe("name of the source that the item is in"),
      id: z.string().min(1).max(500),
    }),
  row: itemRowSchema,
  async run({ source: name, id }, context) {
    const { source, live } = liveSource(name, context);
    const outcome = await source.open(id, live.caller, { signal: context.signal });
    const { type } = outcome;
    if (type === "opened")
      return {
        type: "rows",
        rows: rowsOf(outcome.item),
        truncated: false,
        facts: { requests: outcome.requests.length },
      };
    if (type === "gone") throw new ToolFailure("source_gone", `${name} shows no item ${id} to whoever asks.`);
    throw new ToolFailure(`source_${type}`, `${name}: ${outcome.message}`);
  },
});

function rowsOf(item: OpenedItem, below?: string): Row[] {
  const row = { ...toItemRow(item), text: item.text, ...(below && { below }) };
  return [row, ...item.parts.flatMap((part) => rowsOf(part, item.id))];
}
