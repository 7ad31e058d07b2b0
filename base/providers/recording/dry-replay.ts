import type { Secret } from "../secrets/secrets.ts";
import { NO_THREAD, type RecordedCall, type RecordingContent } from "./content.ts";
import { changedPlaces, describeMiss } from "./describe-miss.ts";
import { readRecording } from "./file.ts";
import { answerOf, type RecordedThread, recordedThreads, takerOf } from "./recorded-threads.ts";
import type { RecordedAnswer, RecordedRequest, Recording, RecordingThread, ThreadName } from "./recording.ts";
import { makeTexts, type RequestTexts, requestKey, type Texts } from "./texts.ts";

/** The first request of a thread that is not as it was recorded. */
export interface Departure {
  /** Its number in the thread, from 1; how many were recorded. */
  request: number;
  recorded: number;
  /** What differs: parts of a request by name, `message:<role>` of the first message, `answer` where the same request is answered otherwise now (and `failed` where it is not), `clock` where the thread had ended by the clock, `nothing` where none of it was recorded. */
  changed: readonly string[];
  /** What stood there and what stands there now, for people. */
  lines: readonly string[];
}

/** Answers from a recording as long as a thread asks what it asked then. A thread that departs ends; the others go on. */
export interface DryReplay extends Recording {
  readonly hash: string;
  /** By thread. One that is not among them asked what was recorded and nothing else. */
  readonly departures: ReadonlyMap<string, Departure>;
}

export interface DryReplayOptions {
  path: string;
  secrets: readonly Secret[];
  /** Whether a request is made as well, and its answer held against the recorded one, which the thread goes on with. */
  isMade(request: RecordedRequest): boolean;
}

/** Ends a thread that departed from its recording. */
class Departed extends Error {
  override name = "Departed";
}

/** @throws UserError `recording` when it cannot be read */
export async function openDryReplay({ path, secrets, isMade }: DryReplayOptions): Promise<DryReplay> {
  const { content, hash } = await readRecording(path);
  const threads = recordedThreads(content);
  const departures = new Map<string, Departure>();
  const counts = new Map<string, number>();
  const state = { content, threads, departures, counts, isMade };
  return {
    mode: "replay",
    hash,
    departures,
    signal: new AbortController().signal,
    thread: (name) => dryThread(state, name, secrets),
    shared: dryThread(state, { name: NO_THREAD }, secrets),
  };
}

interface DryState extends Pick<DryReplayOptions, "isMade"> {
  content: RecordingContent;
  threads: ReadonlyMap<string, RecordedThread>;
  departures: Map<string, Departure>;
  counts: Map<string, number>;
}

function dryThread(state: DryState, { name, alias }: ThreadName, secrets: readonly Secret[]): RecordingThread {
  const { content, departures, counts } = state;
  const texts = makeTexts({ alias, secrets });
  const recorded = state.threads.get(name);
  const take = takerOf(name, recorded);
  const depart = (departure: Omit<Departure, "request" | "recorded">) => {
    // A call of no thread tells by what comes of it who asked.
    if (name !== NO_THREAD && !departures.has(name))
      departures.set(name, {
        request: (counts.get(name) ?? 0) + 1,
        recorded: recorded?.calls.length ?? 0,
        ...departure,
      });
    return new Departed(`${name || "a call"} departs from its recording`);
  };
  counts.set(name, 0);
  departures.delete(name);
  return {
    async call(request, make) {
      if (departures.has(name)) throw new Departed(`${name} departed from its recording before`);
      if (recorded?.cutOff) throw depart({ changed: ["clock"], lines: ["the recorded turn was ended by the clock"] });
      const asked = texts.request(request);
      const { found, nth } = take(requestKey(asked));
      if (found === undefined) throw depart(missOf({ state, name, asked, repeats: nth }));
      if (state.isMade(request)) {
        const made = await make();
        if (made.item === undefined && found.answer.item !== undefined)
          throw depart({ changed: ["answer", "failed"], lines: [texts.of(made.rest).text] });
        if (!isAnsweredAlike(made, { found, content, texts }))
          throw depart({ changed: ["answer"], lines: ["the same request is answered otherwise now"] });
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return answerOf(found, content, texts);
    },
    cutOff: () => Promise.resolve(),
  };
}

function missOf({
  state: { content, threads, counts },
  name,
  asked,
  repeats,
}: {
  state: DryState;
  name: string;
  asked: RequestTexts;
  repeats: number;
}): Pick<Departure, "changed" | "lines"> {
  const recorded = threads.get(name)?.calls ?? [];
  const miss = { thread: name, asked, order: counts.get(name) ?? 0, repeats, content, recorded };
  return { changed: changedPlaces(miss), lines: describeMiss(miss) };
}

function isAnsweredAlike(
  { item, rest }: RecordedAnswer,
  { found, content: { chunks }, texts }: { found: RecordedCall; content: RecordingContent; texts: Texts },
): boolean {
  const { answer } = found;
  if (item === undefined || answer.item === undefined)
    return item === undefined && answer.item === undefined && texts.of(rest).text === chunks[answer.rest];
  return texts.of(withoutCallIds(item)).text === texts.of(withoutCallIds(texts.value(chunks[answer.item]!))).text;
}

/** Providers number calls of tools at random. */
function withoutCallIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCallIds);
  if (typeof value !== "object" || value === null) return value;
  const isCall = "type" in value && (value.type === "tool_call" || value.type === "tool_use");
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isCall && name === "id"))
      .map(([name, member]) => [name, withoutCallIds(member)]),
  );
}
