import { z } from "zod";
import type { SearchOutcome } from "../../db/sources/port.ts";
import { limitsOf } from "../contract/contract.ts";
import { toItemRow } from "./item-row.ts";
import { itemRowSchema, liveSource } from "./live-source.ts";
import { defineTool, type ToolOutput } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

const MOST_KEYWORDS = 8;
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "expected a day such as 2026-03-31");

/** One search of one source, with the rights of whoever asks. The family `live_source`. */
export const sourceSearch = defineTool({
  name: "source_search",
  family: "live_source",
  description: [
    "Searches one live source (a wiki, a chat, a tracker, test cases) where it is, with the rights of the person who asks: what that person may not see is not found.",
    "Give keywords: names, ids and terms as texts contain them; several words in one keyword are a phrase. The query is written for you.",
    "Returns items in the source's order, with id, title, a snippet, author and date, and says where there are more than it shows.",
  ].join(" "),
  schema: () =>
    z.strictObject({
      source: z.string().min(1).max(100).describe("name of the source, such as wiki, chat, tracker or tests"),
      keywords: z.array(z.string().trim().min(1).max(200)).min(1).max(MOST_KEYWORDS),
      match: z.enum(["any", "all"]).default("any").describe("items that hold any of the keywords, or all of them"),
      container: z.string().min(1).max(200).optional().describe("only in this space, channel or project"),
      author: z.string().min(1).max(200).optional().describe("only by the person of this id"),
      since: day.optional(),
      until: day.optional(),
    }),
  row: itemRowSchema,
  async run({ source: name, keywords, match, ...filters }, context) {
    const { source, live } = liveSource(name, context);
    const { items: limit, pages } = limitsOf(live.settings, name);
    const query = { keywords, match, filters: withoutGaps(filters) };
    const outcome = await source.search(query, { limit, pages, signal: context.signal }, live.caller);
    return resultOf(outcome, name);
  },
});

function withoutGaps(filters: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** What failed is never an empty result: the model and the trace are told what became of the call. */
function resultOf(outcome: SearchOutcome, source: string): ToolOutput {
  if (outcome.type !== "found" && outcome.type !== "partial")
    throw new ToolFailure(`source_${outcome.type}`, `${source}: ${outcome.message}`);
  const { items, total, truncated, requests } = outcome;
  return {
    type: "rows",
    rows: items.map(toItemRow),
    ...(total !== null && { total }),
    truncated: truncated !== null || outcome.type === "partial",
    facts: {
      requests: requests.length,
      query: [...new Set(requests.filter(({ isBeside }) => !isBeside).map((request) => request.query))],
      ...(truncated && { more: `${truncated.shown} of ${truncated.of ?? "an unknown number"} are shown` }),
      ...(outcome.type === "partial" && { ended_by: outcome.fault }),
    },
  };
}
