import { contentWords } from "../../agent/policy-models/reading/words.ts";
import { withoutOperators } from "../../db/search/query.ts";
import type { FoundChange } from "../change/found-change.ts";
import { namedItems } from "../change/named-items.ts";
import type { AssistantService } from "../service/service.ts";

/** Named by one text at most; who changes more than that asks by words. */
const MOST_ITEMS = 200;
const MOST_UNKNOWN = 20;
/** What may change, with how many of it are offered: tests are what is sought, and files of code, which say a little of everything, would leave no room. */
const NEAR = [
  { types: ["backlog_item", "message", "protocol"], most: 5 },
  { types: ["other"], most: 3 },
] as const;

/** Looks up what a change names and what is most like it; nothing of it is stored. */
export async function findInRecords(service: AssistantService, pasted: string): Promise<FoundChange> {
  const { change, ids: inOrder, told } = await service.changes.read(pasted);
  const ids = new Set(inOrder);
  const named = namedItems(await service.items.all(), { ids, change });
  const known = new Set(named.map(({ id }) => id));
  return {
    ...{ told, kind: change.kind, items: named.slice(0, MOST_ITEMS) },
    unknown: inOrder.filter((id) => !known.has(id)).slice(0, MOST_UNKNOWN),
    near: await nearest(service, told, { known, named: ids }),
  };
}

/** Longest text that a search takes. */
const LONGEST_QUERY = 2000;

async function nearest(
  { options: { agent, limits } }: AssistantService,
  told: string,
  { known, named }: { known: ReadonlySet<string>; named: ReadonlySet<string> },
): Promise<FoundChange["near"]> {
  const query = withoutOperators(told.replace(/^It said: .*$/gm, "").slice(0, LONGEST_QUERY)).trim();
  // A question that has nothing but an id in it is like every other one.
  if (contentWords(query).every((word) => named.has(word))) return [];
  const found = await Promise.all(
    NEAR.map(async ({ types, most }) => {
      const options = {
        limit: Math.min(most + known.size, limits.hybridPool),
        pool: limits.hybridPool,
        k: limits.rrfK,
        filter: { types },
      };
      const hits = await agent.substrate.search.hybrid(query, options);
      return hits.filter(({ id }) => !known.has(id)).slice(0, most);
    }),
  );
  return found.flat().map(({ id, type, title }) => ({ id, type, title }));
}
