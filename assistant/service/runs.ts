import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { Housekeeping, type Pace } from "../processes/housekeeping.ts";
import { heard, openSignals, type Signals } from "../processes/signals.ts";
import { EventLog, type EventSource } from "../protocol/event-log.ts";
import { toJson } from "../protocol/plain.ts";
import type { Principal } from "../protocol/principal.ts";
import { Refused } from "../protocol/protocol.ts";
import { askedOn, cancelOf, overOf } from "../protocol/topics.ts";
import { isOver, type StoredRun, type StoredThread } from "../store/store.ts";
import { executeRun, type Launch, type RunResult } from "./execute-run.ts";
import { assistantOf, prepareRun, reviewedIn, type Start, sourcesIn } from "./prepare-run.ts";
import { mirrorEvents } from "./remote-run.ts";
import type { AssistantService } from "./service.ts";

/** A run that can be followed and ended, whichever process makes it. */
export interface FollowedRun {
  id: string;
  threadId: string;
  events: EventSource;
  /** What the thread held when the run was over. */
  done(): Promise<RunResult>;
  cancel(): Promise<void>;
}

/** One whose events are here: this process makes it, or reads along. */
interface HeldRun extends FollowedRun {
  events: EventLog;
  /** Who asked for it. */
  author: Pick<Principal, "tenant" | "name">;
}

/** Runs whose events can still be replayed from memory after their end. */
const REPLAYED = 64;
/** Runs of one service at work or waiting for their thread, of all clients together. */
const MOST_AT_WORK = 64;

/** Starts runs, one at a time on each thread, and finds those of other processes. */
export class Runs {
  readonly #shared: boolean;
  readonly #signals: Signals;
  readonly #housekeeping: Housekeeping;
  readonly #runs = new Map<string, HeldRun>();
  readonly #atWork = new Set<HeldRun>();
  /** Of other processes, which somebody follows here. */
  readonly #mirrored = new Map<string, HeldRun>();
  readonly #ending = new AbortController();
  /** Requests that were let in and are not at work yet. */
  readonly #starting = new Set<{ principal: Principal }>();

  private constructor(service: AssistantService, signals: Signals, pace?: Pace) {
    const { database: state } = service;
    this.#shared = state.shared;
    this.#signals = signals;
    this.#housekeeping = new Housekeeping({
      ...{ state, signals, pace },
      settle: (thread) => service.as({ tenant: thread.tenant, name: "service", role: "operate" }).settle(thread),
      erase: (key) => service.erase(key),
      keepDays: service.options.keepDays,
      lost: () => void this.#endAll(),
    });
  }

  /** What a killed service left behind is told of before anything is asked. */
  static async open(service: AssistantService, pace?: Pace): Promise<Runs> {
    const runs = new Runs(service, await openSignals(service.database), pace);
    await runs.#housekeeping.start();
    return runs;
  }

  /** @throws Refused for a request that cannot be run: nothing is stored of it then */
  async start(start: Start): Promise<FollowedRun> {
    const { service, thread, request } = start;
    const assistant = assistantOf(start);
    const reviewed = reviewedIn(start);
    const sources = sourcesIn(start);
    this.#makeRoom(service);
    const starting = { principal: service.principal };
    this.#starting.add(starting);
    try {
      await this.#checkElsewhere(service);
      await this.#admit(start);
      const asked = await prepareRun(start);
      const run = { id: randomUUID(), thread_id: thread.id, assistant_id: assistant.id };
      const { process } = this.#housekeeping;
      const most = service.options.userLimits.runsAtOnce;
      const row = await service.store.createRun({ ...run, process, metadata: request.metadata ?? {} }, most);
      if (!row) {
        // A decision that was taken with it is given back.
        if (asked.resume || asked.end) await service.settle(thread);
        throw tooMany(most!);
      }
      // What goes on after the request is ended by `close`, not with the request.
      const lasting = service.as(service.principal);
      return this.#launch({ service: lasting, row, assistant, asked, thread, reviewed, sources });
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** A run at work that this person asked for, and whose events are here: who takes up its stream need not wait for the database. */
  atWork({ tenant, name }: Principal, threadId: string, id: string): FollowedRun | null {
    const run = this.#runs.get(id) ?? this.#mirrored.get(id);
    const isTheirs = run?.author.tenant === tenant && run.author.name === name;
    return run && isTheirs && run.threadId === threadId && !run.events.closed ? run : null;
  }

  /** Null for one whose events are no longer kept. */
  async find(service: AssistantService, row: StoredRun): Promise<FollowedRun | null> {
    const own = this.#runs.get(row.id);
    if (own) return own;
    if (!this.#shared) return null;
    if (
      !this.#mirrored.get(row.id)?.events.isWhole &&
      isOver(row) &&
      (await service.store.events.after(row.id, 0)).length === 0
    )
      return null;
    return this.#remote(service, row);
  }

  /** A thread's runs one after the other, from its newest on, until the reader has gone or the service ends. */
  async *following(service: AssistantService, thread: StoredThread, gone: AbortSignal): AsyncGenerator<StoredRun> {
    const signal = AbortSignal.any([gone, this.#ending.signal]);
    for (let last: string | null = null; !signal.aborted; ) {
      // Listens before it reads, as whoever reads along does.
      const given = new AbortController();
      const next = heard(this.#signals, askedOn(thread), AbortSignal.any([signal, given.signal]));
      const rows: StoredRun[] = await service.store.runsAfter(thread.id, last).catch((error: unknown) => {
        given.abort();
        throw error;
      });
      if (rows.length > 0) given.abort();
      await next;
      for (const row of rows) {
        last = row.number;
        yield row;
      }
    }
  }

  /** Ends what is at work on a thread, and waits until it has. */
  async stop(service: AssistantService, { id }: Pick<StoredThread, "id">): Promise<void> {
    const rows = await service.store.runsAtWork(id);
    const runs = rows.map((row) => this.#runs.get(row.id) ?? this.#remote(service, row));
    await Promise.all(runs.map((run) => run.cancel()));
    await Promise.all(runs.map((run) => run.done()));
  }

  /** Of requests that are being answered none may start a run any more: what they ask of the database is refused. */
  async close(): Promise<void> {
    this.#ending.abort();
    do {
      await this.#endAll();
      await setImmediate();
    } while (this.#atWork.size + this.#starting.size > 0);
    await this.#housekeeping.close();
    this.#signals.close();
  }

  async #endAll(): Promise<void> {
    const runs = [...this.#atWork];
    await Promise.all(runs.map((run) => run.cancel()));
    await Promise.allSettled(runs.map((run) => run.done()));
  }

  /** @throws Refused 429 */
  #makeRoom({ principal, options: { userLimits } }: AssistantService): void {
    if (this.#atWork.size + this.#starting.size >= MOST_AT_WORK)
      throw new Refused(429, `expected at most ${MOST_AT_WORK} runs at once; wait for one to end`);
    const most = userLimits.runsAtOnce;
    if (most !== null && this.#countOf(principal) >= most) throw tooMany(most);
  }

  async #checkElsewhere({ principal, store, options: { userLimits } }: AssistantService): Promise<void> {
    const most = userLimits.runsAtOnce;
    if (most === null || !this.#shared) return;
    const elsewhere = await store.runsElsewhere(principal.name, this.#housekeeping.process);
    // This one is among those that are counted here.
    if (this.#countOf(principal) + elsewhere > most) throw tooMany(most);
  }

  #countOf({ tenant, name }: Principal): number {
    const all = [
      ...[...this.#atWork].map(({ author }) => author),
      ...[...this.#starting].map(({ principal }) => principal),
    ];
    return all.filter((other) => other.tenant === tenant && other.name === name).length;
  }

  async #admit({ service, thread, request: { multitask_strategy: strategy } }: Start): Promise<void> {
    if (strategy === "rollback")
      throw new Refused(501, "rollback is not served; use `interrupt`: what was reached stays");
    if (strategy === "interrupt") await this.stop(service, thread);
    if (strategy === "reject" && (await service.store.runsAtWork(thread.id)).length > 0)
      throw new Refused(409, "a run is at work on this thread");
  }

  #launch(launch: Launch): HeldRun {
    const { row, thread } = launch;
    const controller = new AbortController();
    const events = new EventLog();
    const off = this.#signals.on(cancelOf(row.id), () => controller.abort());
    // Lost, it is found a little later.
    this.#signals.tell(askedOn(thread)).catch(() => undefined);
    const written = this.#shared ? this.#write(launch, events) : null;
    const work = async (): Promise<RunResult> => {
      try {
        await this.#turn(launch, controller.signal);
        return await executeRun(launch, events, controller.signal);
      } catch (error) {
        events.add("error", toJson({ error: "service_failed", message: String(error) }));
        await giveUp(launch, String(error)).catch(() => undefined); // The first fault is the one to tell.
        throw error;
      } finally {
        events.add("end", "null");
        events.close();
        off();
        await written;
        this.#atWork.delete(run);
        forgetOldest(this.#runs);
        await this.#signals.tell(overOf(thread));
      }
    };
    const run: HeldRun = {
      ...{ id: row.id, threadId: thread.id, events, author: launch.service.principal },
      done: () => done,
      cancel: async () => controller.abort(),
    };
    this.#runs.set(run.id, run);
    this.#atWork.add(run);
    const done = work();
    done.catch(() => undefined); // Told to who waits for it.
    return run;
  }

  /** Until the thread's earlier runs are over, in whichever process. */
  async #turn({ service, row, thread }: Launch, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const given = new AbortController();
      const next = heard(this.#signals, overOf(thread), AbortSignal.any([signal, given.signal]));
      const isNext = (await service.store.runsAtWork(thread.id, row.id)).length === 0;
      if (isNext) given.abort();
      await next;
      if (isNext) return;
    }
  }

  /** Writes a run's events down for other processes, as many at a time as have come meanwhile. */
  async #write({ service, row }: Launch, events: EventLog): Promise<void> {
    for (let at = 0; ; ) {
      const batch = await events.after(at);
      if (batch.length === 0) return;
      at = batch.at(-1)!.id;
      // What cannot be written is missing elsewhere alone; the state has it in the end.
      await service.store.events.write(row.id, batch).catch(() => undefined);
    }
  }

  #remote(service: AssistantService, row: StoredRun): FollowedRun {
    const mirrored = this.#mirrored.get(row.id);
    if (mirrored?.events.isWhole) return mirrored;
    const events = mirrorEvents(service, row, this.#signals);
    const run: HeldRun = {
      ...{ id: row.id, threadId: row.thread_id, events, author: { tenant: row.tenant, name: row.author } },
      async done() {
        for await (const _event of events.from(0, new AbortController().signal));
        const thread = await service.thread(row.thread_id);
        const error = (await service.store.run(thread.id, row.id))?.error ?? null;
        return { ...(await service.state(thread)), error: error === null ? null : { code: "failed", message: error } };
      },
      cancel: async () => {
        await service.store.askToCancel(row.id);
        await this.#signals.tell(cancelOf(row.id));
      },
    };
    this.#mirrored.set(run.id, run);
    forgetOldest(this.#mirrored);
    return run;
  }
}

/** What could not be ended as it should is not left as if it were at work. */
async function giveUp({ service, row, thread, assistant }: Launch, why: string): Promise<void> {
  await service.store.setRunStatus(row.id, "error", why);
  await service.settle({ ...thread, assistant_id: assistant.id }, true);
}

function forgetOldest(runs: Map<string, HeldRun>): void {
  const over = [...runs.values()].filter(({ events }) => events.closed);
  for (const { id } of over.slice(0, Math.max(0, over.length - REPLAYED))) runs.delete(id);
}

function tooMany(most: number): Refused {
  return new Refused(429, `expected at most ${most} runs of yours at once; wait for one to end`);
}
