import { toItemRow } from "../../../agent/tools/item-row.ts";
import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import type { LiveItem } from "../../../db/sources/port.ts";
import { type BaselineCall, LISTED, type QuestionBaseline } from "./baseline.ts";

/** Not among those that run by default: most runs have no live sources. */
export const sourceSearchBaseline: QuestionBaseline = {
  name: "source_search",
  label: "The sources' own search",
  definition: `What each live source's own search gives for any of the question's words, in its order and with the caller's rights; the sources take turns; the first ${LISTED} items.`,
  knows: "question",
  async rank(question, { live }) {
    if (!live)
      throw new UserError("config", "the baseline 'source_search' needs live sources and scenarios with a caller");
    const keywords = [...new Set(question.match(/[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)*/gu) ?? [])];
    const query = { keywords, match: "any", filters: {} } as const;
    const lists: LiveItem[][] = [];
    const calls: BaselineCall[] = [];
    for (const source of live.sources) {
      const outcome = await source.search(query, { limit: LISTED, pages: 1 }, live.caller);
      const items = "items" in outcome ? [...outcome.items] : [];
      lists.push(items);
      const asked = { source: source.describe().name, keywords, match: "any" };
      calls.push({ tool: "source_search", family: "live_source", arguments: asked, rows: items.map(toItemRow) });
    }
    const ranked = lists.flatMap((items) => items.map((item, rank) => ({ item, rank })));
    const turns = [...grouped(ranked, ({ rank }) => rank)].sort(([a], [b]) => a - b).flatMap(([, of]) => of);
    return {
      tests: turns.slice(0, LISTED).map(({ item: { id, title } }) => ({ id, why: title })),
      sentence: "Each source was searched for the words of the question; what comes first is listed.",
      calls,
    };
  },
};
