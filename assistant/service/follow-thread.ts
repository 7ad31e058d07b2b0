import { isOver, type StoredRun, type StoredThread } from "../store/store.ts";
import type { FollowedRun, Runs } from "./runs.ts";
import type { AssistantService } from "./service.ts";
import { type EventFilter, isWanted } from "./thread-channels.ts";
import { type Told, toEnd, toEvents } from "./thread-events.ts";

interface Following {
  service: AssistantService;
  runs: Runs;
  thread: StoredThread;
  filter: EventFilter;
}

/** An event of a run: where it stands in the run, and where in the agent it comes from. */
interface Placed extends Told {
  id: number;
  /** Of the events that one of the run's became. */
  part: number;
  namespace: readonly string[];
}

/** A thread's events as they are sent, those of its newest run again, until the reader has gone or the service ends. */
export async function* followThread(
  { service, runs, thread, filter }: Following,
  gone: AbortSignal,
): AsyncGenerator<string> {
  for await (const row of runs.following(service, thread, gone)) {
    const run = await runs.find(service, row);
    for await (const event of eventsOf({ service, row, run }, gone))
      if (isWanted(event, event.namespace, filter) && seqOf(row, event) > (filter.since ?? 0)) yield onWire(row, event);
  }
}

async function* eventsOf(
  { service, row, run }: { service: AssistantService; row: StoredRun; run: FollowedRun | null },
  gone: AbortSignal,
): AsyncGenerator<Placed> {
  let last = 1;
  // Of one whose events are no longer kept, that it was and how it ended.
  if (!run) yield { method: "lifecycle", data: { event: "running" }, id: 1, part: 0, namespace: [] };
  else
    for await (const { id, name, namespace, data } of run.events.from(0, gone)) {
      last = id;
      yield* toEvents({ name, data }).map((told, part) => ({ ...told, id, part, namespace }));
    }
  const now = await service.store.run(row.thread_id, row.id);
  if (now && isOver(now)) yield { ...toEnd(now), id: last + 1, part: 0, namespace: [] };
}

/** Events of one run at most, for numbers that grow over the runs of a thread. */
const MOST_EVENTS = 2 ** 20;

function seqOf({ number }: StoredRun, { id }: Placed): number {
  return Number(number) * MOST_EVENTS + id;
}

/** Ids are the same whenever an event is told again. From those of the lifecycle, clients read the run's. */
function onWire(row: StoredRun, event: Placed): string {
  const { method, data, id, part, namespace } = event;
  const place = `${row.id}:${id}:${part}`;
  const event_id = method === "lifecycle" ? `synth:${place}` : place;
  const params = { namespace, timestamp: Date.now(), data };
  const text = JSON.stringify({ type: "event", event_id, seq: seqOf(row, event), method, params });
  return `id: ${event_id}\nevent: ${method}\ndata: ${text}\n\n`;
}
