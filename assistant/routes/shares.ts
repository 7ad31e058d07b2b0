import { z } from "zod";
import { toPlain } from "../protocol/plain.ts";
import { parse, Refused } from "../protocol/protocol.ts";
import type { StoredShare } from "../store/shares.ts";
import { readFile } from "./files.ts";
import type { Call, Reply, Route } from "./route.ts";

export const SHARE_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/threads/{thread_id}/shares",
    summary: "Make a link by which a thread can be read ({days}: 1 to 365): its token, told this once",
    serve: create,
  },
  {
    method: "GET",
    path: "/threads/{thread_id}/shares",
    summary: "Links of a thread, without their tokens",
    serve: list,
  },
  { method: "DELETE", path: "/threads/{thread_id}/shares/{share_id}", summary: "Revoke a link", serve: remove },
  {
    method: "GET",
    path: "/shared",
    summary:
      "The thread of a link, by its token as x-share-token: questions, answers, calls, decided scopes and their coverage",
    serve: read,
    byLink: true,
  },
  {
    method: "GET",
    path: "/shared/files/content",
    summary: "A file's content of that thread (`?path=`), by the same token",
    serve: (call) => readFile(call, call.service.principal.thread!),
    byLink: true,
  },
];

const shareRequest = z.object({ days: z.number().int().min(1).max(365).default(30) });

async function create({ service, params, body }: Call): Promise<Reply> {
  const { id } = await service.thread(params.thread_id!, "write");
  const { token, ...share } = await service.store.shares.create(id, parse(shareRequest, body).days);
  return { status: 201, body: { ...told(share), token } };
}

async function list({ service, params }: Call): Promise<Reply> {
  const { id } = await service.thread(params.thread_id!, "write");
  return { body: (await service.store.shares.list(id)).map(told) };
}

async function remove({ service, params }: Call): Promise<Reply> {
  const { id } = await service.thread(params.thread_id!, "write");
  const share = z.uuid().safeParse(params.share_id).data;
  if (share && (await service.store.shares.remove(id, share))) return { status: 204 };
  throw new Refused(404, "there is no such link on this thread");
}

function told({ id, author, created_at, expires_at }: StoredShare) {
  return { share_id: id, author, created_at, expires_at };
}

/** Ratings and preferences are not for those who are sent a link. */
async function read({ service }: Call): Promise<Reply> {
  const thread = await service.thread(service.principal.thread!);
  const shown = async (kind: string) =>
    (await service.store.documents.list(thread.id, kind)).map(({ key, value }) => ({ key, value }));
  const [{ values }, scopes, coverage] = await Promise.all([service.state(thread), shown("scope"), shown("coverage")]);
  const { created_at, updated_at, status } = thread;
  return { body: { created_at, updated_at, status, values: toPlain(values), scopes, coverage } };
}
