import { randomUUID } from "node:crypto";
import { canonicalPath } from "../../agent/filesystem/paths.ts";
import { toUsage } from "../access/spending.ts";
import { toPlain } from "../protocol/plain.ts";
import {
  checkServed,
  historyRequest,
  parse,
  Refused,
  stateRequest,
  stateUpdate,
  threadCreation,
  threadSearch,
  threadUpdate,
} from "../protocol/protocol.ts";
import { takeBackUnderOther } from "../service/approvals.ts";
import { type AssistantService, configOf } from "../service/service.ts";
import type { StoredThread } from "../store/store.ts";
import type { Call, Reply, Route } from "./route.ts";

const BY_RUN = {
  status: 404 as const,
  instead: "follow by POST /threads/{thread_id}/stream/events, or a run by /threads/{thread_id}/runs/{run_id}/stream",
};

export const THREAD_ROUTES: readonly Route[] = [
  { method: "POST", path: "/threads", summary: "Start a thread", serve: create },
  { method: "POST", path: "/threads/search", summary: "Threads, with their first question", serve: search },
  { method: "POST", path: "/threads/count", summary: "How many threads a search would find", serve: count },
  { method: "GET", path: "/threads/{thread_id}", summary: "A thread with its state", serve: get },
  { method: "PATCH", path: "/threads/{thread_id}", summary: "Add to a thread's metadata", serve: update },
  {
    method: "DELETE",
    path: "/threads/{thread_id}",
    summary: "Delete a thread and all that belongs to it",
    serve: remove,
  },
  {
    method: "POST",
    path: "/threads/{thread_id}/copy",
    summary: "Copy a thread with its states and files; the copy belongs to the caller",
    serve: copy,
  },
  { method: "GET", path: "/threads/{thread_id}/state", summary: "A thread's newest state", serve: state },
  {
    method: "GET",
    path: "/threads/{thread_id}/state/{checkpoint_id}",
    summary: "A thread's state at a checkpoint",
    serve: state,
  },
  {
    method: "POST",
    path: "/threads/{thread_id}/state/checkpoint",
    summary: "The same, its checkpoint as the body has it",
    serve: state,
  },
  {
    method: "PATCH",
    path: "/threads/{thread_id}/state",
    summary: "Metadata of a state",
    serve: { instead: "states are as they were made; PATCH /threads/{thread_id} adds to a thread's metadata" },
  },
  {
    method: "POST",
    path: "/threads/{thread_id}/state",
    summary: "Write a thread's files (`values.files`, text by path)",
    serve: writeState,
  },
  { method: "POST", path: "/threads/{thread_id}/history", summary: "A thread's states, newest first", serve: history },
  { method: "GET", path: "/threads/{thread_id}/history", summary: "A thread's states, newest first", serve: history },
  {
    method: "POST",
    path: "/threads/prune",
    summary: "Deleting several threads",
    serve: { instead: "delete each by DELETE /threads/{thread_id}; of one, all states stay" },
  },
  { method: "GET", path: "/threads/{thread_id}/stream", summary: "A thread's stream", serve: BY_RUN },
];

async function create({ service, body }: Call): Promise<Reply> {
  const { thread_id, metadata, if_exists } = parse(threadCreation, body);
  checkServed(body, {
    supersteps: "of a state only `files` can be written, by POST /threads/{thread_id}/state",
    ttl: "a thread stays until DELETE /threads/{thread_id}",
  });
  const id = thread_id ?? randomUUID();
  const made = await service.store.createThread(id, metadata ?? {});
  if (!made && if_exists !== "do_nothing") throw new Refused(409, "there is a thread with this id");
  return { body: await whole(service, made ?? (await service.thread(id))) };
}

/** A thread as clients read it, with its state. */
async function whole(service: AssistantService, thread: StoredThread) {
  const [{ values, pause }, spent] = await Promise.all([service.state(thread), service.store.spending.on(thread.id)]);
  return {
    ...{ ...head(thread), values: toPlain(values), interrupts: pause ? { [pause.id]: [pause] } : {} },
    usage: toUsage(spent, service.options.session),
    may: { decide: service.mayUse(thread, "decide"), write: service.mayUse(thread, "write") },
  };
}

function head({ id, owner, status, metadata, created_at, updated_at }: StoredThread) {
  return { thread_id: id, owner, created_at, updated_at, metadata, status, config: {}, error: null };
}

/** With the first question alone, by which lists are drawn: whole states of a hundred threads are many megabytes. */
async function search({ service, body }: Call): Promise<Reply> {
  const { metadata, status = null, ids = null, sort_by, sort_order, limit, offset } = parse(threadSearch, body);
  checkServed(body, NOT_SEARCHED);
  const filter = {
    metadata: metadata ?? {},
    status,
    ids,
    sortBy: sort_by,
    ascending: sort_order === "asc",
    limit,
    offset,
  };
  const threads = await service.store.threads(filter);
  const titled = (title: string | null) => (title === null ? {} : { messages: [{ type: "human", content: title }] });
  return { body: threads.map((thread) => ({ ...head(thread), values: titled(thread.title), interrupts: {} })) };
}

const NOT_SEARCHED = { values: "threads are found by ids, status and metadata, not by what is in their states" };

async function count({ service, body }: Call): Promise<Reply> {
  const { metadata, status = null, ids = null } = parse(threadSearch, body);
  checkServed(body, NOT_SEARCHED);
  return { body: await service.store.countThreads({ metadata: metadata ?? {}, status, ids }) };
}

async function get({ service, params }: Call): Promise<Reply> {
  return { body: await whole(service, await service.thread(params.thread_id!)) };
}

async function update({ service, params, body }: Call): Promise<Reply> {
  const { id, metadata: before } = await service.thread(params.thread_id!, "write");
  checkServed(body, { ttl: "a thread stays until DELETE /threads/{thread_id}" });
  const { metadata } = parse(threadUpdate, body);
  parse(threadUpdate, { metadata: { ...before, ...metadata } });
  const rule = metadata?.safe_mode;
  if (rule !== undefined) await takeBackUnderOther(service, id, Array.isArray(rule) ? rule : [rule]);
  const changed = await service.store.addMetadata(id, metadata ?? {});
  return { body: await whole(service, changed!) };
}

async function remove({ service, runs, params }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!, "write");
  await runs.stop(service, thread);
  await service.forget(thread);
  return { status: 204 };
}

/** Of whoever may read it. */
async function copy({ service, params }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!);
  return { body: await whole(service, await service.copy(thread)) };
}

async function state({ service, params, body }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!);
  const graph = await service.graph(thread);
  const checkpointId = params.checkpoint_id ?? parse(stateRequest, body).checkpoint?.checkpoint_id;
  const snapshot = await graph?.getState(configOf(thread.key, checkpointId));
  if (checkpointId && !snapshot?.createdAt)
    throw new Refused(404, "there is no such checkpoint on this thread; /history lists them");
  return {
    body: toPlain(snapshot ? asState(snapshot, thread.id) : { ...EMPTY_STATE, checkpoint: { thread_id: thread.id } }),
  };
}

const EMPTY_STATE = { values: {}, next: [], tasks: [], metadata: {}, created_at: null, parent_checkpoint: null };

type Snapshot = Awaited<ReturnType<NonNullable<Awaited<ReturnType<AssistantService["graph"]>>>["getState"]>>;

function asState({ values, next, tasks, metadata, createdAt, config, parentConfig }: Snapshot, threadId: string) {
  return {
    values,
    next,
    tasks: tasks.map(({ id, name, error, interrupts, result }) => ({
      ...{ id, name, interrupts, result: result ?? null, checkpoint: null, state: null },
      error: error === undefined ? null : String((error as { message?: unknown }).message ?? error),
    })),
    metadata: { ...metadata, thread_id: threadId },
    created_at: createdAt ?? null,
    checkpoint: checkpointOf(config, threadId),
    parent_checkpoint: parentConfig ? checkpointOf(parentConfig, threadId) : null,
  };
}

function checkpointOf({ configurable = {} }: Snapshot["config"], threadId: string) {
  const { checkpoint_id, checkpoint_ns = "" } = configurable as Record<string, string>;
  return { thread_id: threadId, checkpoint_id, checkpoint_ns, checkpoint_map: null };
}

async function history({ service, params, query, body }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!);
  const asked = body ?? { limit: Number(query.get("limit") ?? 10), before: query.get("before") };
  const { limit, before } = parse(historyRequest, asked);
  const from = typeof before === "string" ? before : before?.configurable.checkpoint_id;
  const graph = await service.graph(thread);
  const states: unknown[] = [];
  const options = { limit, ...(from && { before: { configurable: { checkpoint_id: from } } }) };
  if (graph)
    for await (const snapshot of graph.getStateHistory(configOf(thread.key), options))
      states.push(asState(snapshot, thread.id));
  return { body: toPlain(states) };
}

/** What a thread has said and done is made by its runs; its files are anyone's to write. */
async function writeState({ service, params, body }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!, "write");
  const { files, ...others } = parse(stateUpdate, body).values ?? {};
  if (Object.keys(others).length > 0)
    throw new Refused(501, "of a state only `files` can be written; messages come from runs");
  for (const [path, content] of Object.entries((files ?? {}) as Record<string, unknown>))
    await writeFile(service, { thread, path, content: textOf(content) });
  return state({ service, params } as Call);
}

/** deepagents' files are texts, or lists of lines. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const lines = (content as { content?: unknown } | null)?.content;
  if (typeof lines === "string") return lines;
  if (Array.isArray(lines)) return lines.join("\n");
  throw new Refused(422, "expected a file's text");
}

/** Folders of the record: what calls returned and what turns came to is nobody's to change. */
const RECORDS = /^\/(calls|results|turns|skills)(\/|$)/;

export async function writeFile(
  service: AssistantService,
  { thread, path, content }: { thread: StoredThread; path: string; content: string | Uint8Array },
) {
  const full = canonicalPath(path);
  if (RECORDS.test(full)) throw new Refused(403, "this folder is the record of what was retrieved; write elsewhere");
  return service.files(thread).write(full, content);
}
