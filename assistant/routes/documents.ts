import { z } from "zod";
import { documentSearch, parse, Refused } from "../protocol/protocol.ts";
import { APPROVAL, approvalOf, checkMayDecide } from "../service/approvals.ts";
import { reviewedTools } from "../service/safe-mode.ts";
import { MOST_DOCUMENTS } from "../store/documents.ts";
import type { Call, Reply, Route } from "./route.ts";

export const DOCUMENT_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/threads/{thread_id}/documents",
    summary: "JSON values that a thread keeps: {kind, key, value, author, revision, created_at, updated_at}",
    serve: list,
  },
  { method: "GET", path: "/threads/{thread_id}/documents/{kind}", summary: "Those of one kind", serve: list },
  { method: "GET", path: "/threads/{thread_id}/documents/{kind}/{key}", summary: "One of them", serve: get },
  {
    method: "PUT",
    path: "/threads/{thread_id}/documents/{kind}/{key}",
    summary: "Write one, its value as the body (`?revision=` of the one that is replaced, 0 for none: else 409)",
    serve: put,
  },
  { method: "DELETE", path: "/threads/{thread_id}/documents/{kind}/{key}", summary: "Remove one", serve: remove },
  {
    method: "POST",
    path: "/documents/search",
    summary: "Documents of all one's threads, newest first ({kind, limit, offset})",
    serve: search,
  },
];

/** Of one value. */
const MOST_CHARS = 1_000_000;

const NAME = z.string().regex(/^[\w.:-]{1,200}$/, "letters, digits and _ . : -, up to 200");

function nameOf({ params }: Call): { kind: string; key: string } {
  return parse(z.object({ kind: NAME, key: NAME }), params);
}

async function list({ service, params }: Call): Promise<Reply> {
  const { id } = await service.thread(params.thread_id!);
  return { body: await service.store.documents.list(id, params.kind ?? null) };
}

async function search({ service, body }: Call): Promise<Reply> {
  const { kind = null, limit, offset } = parse(documentSearch, body);
  return { body: await service.store.documents.search({ kind, limit, offset }) };
}

async function get(call: Call): Promise<Reply> {
  const { id } = await call.service.thread(call.params.thread_id!);
  const { kind, key } = nameOf(call);
  const found = await call.service.store.documents.read(id, kind, key);
  if (found) return { body: found };
  throw new Refused(404, "there is no such document on this thread");
}

async function put(call: Call): Promise<Reply> {
  const { service, body, query } = call;
  const { id } = await service.thread(call.params.thread_id!, "decide");
  const name = nameOf(call);
  if (name.kind === APPROVAL) checkApproval(call, name.key);
  if (body === undefined) throw new Refused(422, "expected a document's value as JSON");
  if (JSON.stringify(body).length > MOST_CHARS)
    throw new Refused(413, `expected a document of at most ${MOST_CHARS} characters`);
  const { documents } = service.store;
  const { revision } = parse(z.object({ revision: z.coerce.number().int().min(0).optional() }), {
    revision: query.get("revision") ?? undefined,
  });
  // As what one approves is not for the client to say.
  const value = name.kind === APPROVAL ? approvalOf(service) : body;
  const written = await documents.write(id, { ...name, revision }, value);
  if (written) return { body: written };
  if (!revision && !(await documents.read(id, name.kind, name.key)))
    throw new Refused(429, `expected at most ${MOST_DOCUMENTS} documents on a thread`);
  throw new Refused(409, "somebody else has written this document meanwhile; read it, and write again");
}

/** @throws Refused 403 for who may not decide, 422 for an unknown tool */
function checkApproval({ service }: Call, tool: string): void {
  checkMayDecide(service);
  reviewedTools([tool]);
}

async function remove(call: Call): Promise<Reply> {
  const { id } = await call.service.thread(call.params.thread_id!, "decide");
  const { kind, key } = nameOf(call);
  if (kind === APPROVAL) checkMayDecide(call.service);
  if (await call.service.store.documents.remove(id, kind, key)) return { status: 204 };
  throw new Refused(404, "there is no such document on this thread");
}
