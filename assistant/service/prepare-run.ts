import { Caller } from "../../db/sources/caller.ts";
import type { Assistant } from "../protocol/assistants.ts";
import { isForAll, type Pause, toDecision } from "../protocol/decisions.ts";
import { configurable, parse, Refused, type RunRequest } from "../protocol/protocol.ts";
import { questionOf } from "../protocol/question.ts";
import type { StoredThread } from "../store/store.ts";
import { approveKind, checkMayDecide } from "./approvals.ts";
import type { AskedSources, RunTask } from "./execute-run.ts";
import { balanceOf, checkBalance } from "./run-meter.ts";
import { reviewedTools } from "./safe-mode.ts";
import { type AssistantService, configOf } from "./service.ts";
import { checkSources } from "./sources.ts";

export interface Start {
  service: AssistantService;
  thread: StoredThread;
  request: RunRequest;
}

/** @throws Refused 404, 409 */
export function assistantOf({ service, thread, request }: Start): Assistant {
  const assistant = service.assistant(request.assistant_id);
  if (thread.assistant_id === null || thread.assistant_id === assistant.id) return assistant;
  throw new Refused(409, "this thread belongs to another assistant; start a new thread for this one");
}

/** What waits for a decision from here on. Clients that send a decision seldom say it again: then it stays as it was. */
export function reviewedIn({ service, thread, request }: Start): ReadonlySet<string> {
  const before = request.command ? thread.metadata.safe_mode : undefined;
  const asked = request.config?.configurable?.safe_mode ?? before;
  return withStandard(service, asked);
}

/** Where decisions are left to reviewers, nobody's wish or metadata take a call out of their hands. */
function withStandard({ options: { reviewed, decidedBy } }: AssistantService, asked: unknown): ReadonlySet<string> {
  if (asked === undefined) return new Set(reviewed);
  return new Set([...reviewedTools(asked), ...(decidedBy === "reviewers" ? reviewed : [])]);
}

/** The sources that a request ticks, with the asker's tokens. @throws Refused 422 */
export function sourcesIn(start: Start): AskedSources | undefined {
  const { service, request } = start;
  const tokens = parse(configurable.pick({ sources: true }), request.config?.configurable).sources ?? {};
  const names = Object.keys(tokens);
  checkSources(service, names);
  const searches = request.command?.goto === undefined && assistantOf(start).workflow === "sources";
  if (searches && names.length === 0)
    throw new Refused(
      422,
      "this configuration answers from live sources: tick at least one, and give your token for it",
    );
  return names.length === 0 ? undefined : { names, caller: Caller.withTokens(service.principal.name, tokens) };
}

/** What was reviewed when the thread began to wait for this call. */
function reviewedBefore(start: Start, { value }: Pause): ReadonlySet<string> {
  const { safe_mode: before } = start.thread.metadata;
  const reviewed = before === undefined ? reviewedIn(start) : withStandard(start.service, before);
  return new Set([...reviewed, ...value.action_requests.map(({ name }) => name)]);
}

/** What a request asks for. A decision is taken with it: who comes second is refused. @throws Refused */
export async function prepareRun(start: Start): Promise<RunTask> {
  const { service, thread, request } = start;
  if (![request.command?.goto].flat().includes("__end__")) checkBalance(service, await balanceOf(service, thread));
  if (request.command) return commanded(start, request.command);
  const checkpoint = await olderCheckpoint(start);
  // Without a question, what came after a checkpoint is made again.
  if (checkpoint && [request.input?.messages ?? []].flat().length === 0) return { question: null, checkpoint };
  return {
    question: questionOf(request, {
      isFirst: thread.assistant_id === null,
      isStandIn: assistantOf(start).model.provider === "policy",
    }),
    checkpoint,
  };
}

async function commanded(start: Start, { resume, goto, update }: NonNullable<RunRequest["command"]>): Promise<RunTask> {
  const { service, thread } = start;
  const ends = [goto].flat().includes("__end__");
  if (update != null || (resume === undefined && !ends))
    throw new Refused(501, 'of commands only `resume` and `goto: "__end__"` are served');
  checkMayDecide(service);
  const { pause } = await service.state(thread);
  if (!pause && ends) return { question: null, end: true };
  if (!pause) throw new Refused(409, "nothing waits for a decision on this thread");
  const decision = ends ? null : toDecision(resume, pause, service.limits(assistantOf(start)));
  const since = await service.store.claimPause(thread.id, pause.id);
  if (!since) throw new Refused(409, "this call was already decided");
  if (!decision) return { question: null, end: true };
  if (isForAll(resume, pause)) await approveKind(service, thread, pause);
  const waitedMs = Math.max(0, Date.now() - since.getTime());
  const review = { ...decision, by: service.principal.name, waitedMs };
  return {
    question: null,
    resume: { interrupt: pause.id, decision: review, reviewed: reviewedBefore(start, pause) },
  };
}

/** Clients send the newest, too: that means "go on". @throws Refused 404 for one that the thread does not have */
async function olderCheckpoint({ service, thread, request }: Start): Promise<string | undefined> {
  const wanted = request.checkpoint_id ?? request.checkpoint?.checkpoint_id;
  if (!wanted) return undefined;
  const graph = await service.graph(thread);
  const head = await graph?.getState(configOf(thread.key));
  if (head?.config.configurable?.checkpoint_id === wanted) return undefined;
  const found = UUID.test(wanted) ? await graph?.getState(configOf(thread.key, wanted)) : null;
  if (found?.createdAt) return wanted;
  throw new Refused(404, "there is no such checkpoint on this thread; /history lists them");
}

const UUID = /^[0-9a-f-]{36}$/i;
