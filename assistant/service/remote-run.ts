import { heard, type Signals } from "../processes/signals.ts";
import { EventLog } from "../protocol/event-log.ts";
import { eventsOf } from "../protocol/topics.ts";
import { isOver, type StoredRun } from "../store/store.ts";
import type { AssistantService } from "./service.ts";

/** The events of a run that another process makes, as it writes them down: read once, however many follow them here. */
export function mirrorEvents(service: AssistantService, run: StoredRun, signals: Signals): EventLog {
  const log = new EventLog();
  // Whose stream ends without an `end` takes it up again, and by then a lost server may be back.
  readInto(log, { service, run, signals })
    .catch(() => undefined)
    .finally(() => log.close());
  return log;
}

interface Mirrored {
  service: AssistantService;
  run: StoredRun;
  signals: Signals;
}

async function readInto(log: EventLog, { service, run, signals }: Mirrored): Promise<void> {
  for (let at = 0; ; ) {
    // Listens before it reads: what is written between the two is told of.
    const told = new AbortController();
    const next = heard(signals, eventsOf(run.id), told.signal);
    const events = await service.store.events.after(run.id, at).catch((error: unknown) => {
      told.abort();
      throw error;
    });
    log.take(events);
    at = events.at(-1)?.id ?? at;
    const isDone = events.at(-1)?.name === "end" || (events.length === 0 && (await isForgotten(service, run)));
    if (isDone || events.length > 0) told.abort();
    if (isDone) return;
    await next;
  }
}

/** Its thread was deleted, or its events are no longer kept. */
async function isForgotten(service: AssistantService, { id, thread_id }: StoredRun): Promise<boolean> {
  const run = await service.store.run(thread_id, id);
  if (!run) return true;
  if (!isOver(run)) return false;
  return (await service.store.events.after(run.id, 0)).length === 0;
}
