import { z } from "zod";
import { parse } from "../protocol/protocol.ts";
import { exampleQuestions } from "../service/example-questions.ts";
import type { Call, Reply, Route } from "./route.ts";

export const ITEM_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/items",
    summary: "Items as one types (`?q=`, `&type=`, `&limit=`): {id, type, title, match, alias}, best first",
    serve: search,
  },
  {
    method: "GET",
    path: "/examples",
    summary: "Questions of the corpus' own items that have an answer in the records",
    serve: async ({ service }) => ({ body: await exampleQuestions(service.options.agent.substrate) }),
  },
];

const itemQuery = z.object({
  q: z.string().max(500).default(""),
  type: z.enum(["test_case", "backlog_item", "message", "protocol", "other"]).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(200).default(20),
});

async function search({ service, query }: Call): Promise<Reply> {
  const { q, type, limit } = parse(itemQuery, Object.fromEntries(query));
  return { body: await service.items.search({ text: q, type, limit }) };
}
