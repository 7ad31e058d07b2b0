import { z } from "zod";
import { page, parse, Refused } from "../protocol/protocol.ts";
import { MOST_ITEMS } from "../store/items.ts";
import type { Call, Reply, Route } from "./route.ts";

export const STORE_ROUTES: readonly Route[] = [
  {
    method: "PUT",
    path: "/store/items",
    summary: "Store a JSON object of the caller: {namespace, key, value}",
    serve: put,
  },
  { method: "GET", path: "/store/items", summary: "One of them (`?namespace=a.b&key=c`), null for none", serve: get },
  { method: "DELETE", path: "/store/items", summary: "Remove one: {namespace, key}", serve: remove },
  {
    method: "POST",
    path: "/store/items/search",
    summary: "Those of a namespace and below it: {namespace_prefix, filter, limit, offset}",
    serve: search,
  },
  { method: "POST", path: "/store/namespaces", summary: "Namespaces: {prefix, suffix, max_depth}", serve: namespaces },
];

/** Longest value, in characters of JSON. */
const MOST_CHARS = 100_000;

/** Clients join them by dots in queries. */
const label = z.string().regex(/^[^.]{1,200}$/, "a label without dots, of at most 200 characters");
const labels = z.array(label).max(20);
const name = { namespace: labels.min(1), key: z.string().min(1).max(200) };

const putRequest = z.object({ ...name, value: z.record(z.string(), z.unknown()), ttl: z.null().optional() });
const searchRequest = z.object({
  namespace_prefix: labels.nullish(),
  filter: z.record(z.string(), z.unknown()).nullish(),
  query: z.string().nullish(),
  ...page,
});
const namespaceRequest = z.object({
  prefix: labels.nullish(),
  suffix: labels.nullish(),
  max_depth: z.number().int().min(1).max(20).nullish(),
  ...page,
});

async function put({ service, body }: Call): Promise<Reply> {
  const { namespace, key, value } = parse(putRequest, body);
  if (JSON.stringify(value).length > MOST_CHARS)
    throw new Refused(413, `expected a value of at most ${MOST_CHARS} characters`);
  if (await service.store.items.put(namespace, key, value)) return { status: 204 };
  throw new Refused(429, `expected at most ${MOST_ITEMS} items; remove some`);
}

async function get({ service, query }: Call): Promise<Reply> {
  const asked = { namespace: (query.get("namespace") ?? "").split("."), key: query.get("key") ?? "" };
  const { namespace, key } = parse(z.object(name), asked);
  return { body: await service.store.items.get(namespace, key) };
}

async function remove({ service, body }: Call): Promise<Reply> {
  const { namespace, key } = parse(z.object(name), body);
  await service.store.items.remove(namespace, key);
  return { status: 204 };
}

async function search({ service, body }: Call): Promise<Reply> {
  const { namespace_prefix, filter, query, limit, offset } = parse(searchRequest, body);
  if (query) throw new Refused(501, "items are not searched by meaning: ask for a namespace and members of the value");
  const isOperator = (value: unknown) => JSON.stringify(value).startsWith('{"$');
  if (Object.values(filter ?? {}).some(isOperator))
    throw new Refused(501, "members of a filter are values ({a: 1}); operators such as $gt are not served");
  const found = { prefix: namespace_prefix ?? [], filter: filter ?? {}, limit, offset };
  return { body: { items: await service.store.items.search(found) } };
}

async function namespaces({ service, body }: Call): Promise<Reply> {
  const { prefix, suffix, max_depth, limit, offset } = parse(namespaceRequest, body);
  const found = { prefix: prefix ?? [], suffix: suffix ?? [], depth: max_depth ?? null, limit, offset };
  return { body: { namespaces: await service.store.items.namespaces(found) } };
}
