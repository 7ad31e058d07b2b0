import { grouped } from "../../grouped.ts";
import { sha256 } from "../../hash.ts";
import { UserError } from "../../user-error.ts";
import type { Secret } from "../secrets/secrets.ts";
import { type Cassette, NO_THREAD, type RecordedCall } from "./cassette.ts";
import { readCassette } from "./cassette-file.ts";
import { describeMiss } from "./describe-miss.ts";
import { RecordedCutOff, type Tape, type TapeAnswer, type TapeThread, type ThreadName } from "./tape.ts";
import { makeTexts, type RequestTexts, requestKey, type Texts } from "./texts.ts";

export interface Replay extends Tape {
  readonly mode: "replay";
  readonly hash: string;
  /** Calls in the cassette, and those that were asked for so far. */
  count(): { recorded: number; replayed: number };
}

export interface ReplayOptions {
  path: string;
  secrets: readonly Secret[];
}

/** Answers every call from a cassette. @throws UserError `cassette` when it cannot be read */
export async function openReplay({ path, secrets }: ReplayOptions): Promise<Replay> {
  const { cassette, hash } = await readCassette(path);
  const deck = makeDeck(cassette, path);
  return {
    mode: "replay",
    hash,
    signal: deck.stop.signal,
    thread: (name) => replayThread(deck, name, secrets),
    shared: replayThread(deck, { name: NO_THREAD }, secrets),
    count: () => ({ recorded: cassette.calls.length, replayed: deck.used.size }),
  };
}

interface Deck {
  path: string;
  cassette: Cassette;
  threads: ReadonlyMap<string, RecordedThread>;
  used: Set<RecordedCall>;
  stop: AbortController;
}

interface RecordedThread {
  calls: readonly RecordedCall[];
  byKey: ReadonlyMap<string, readonly RecordedCall[]>;
  cutOff: boolean;
}

function makeDeck(cassette: Cassette, path: string): Deck {
  const hashes = cassette.chunks.map(sha256);
  const keyOf = ({ parts, items }: RecordedCall): string =>
    requestKey({
      parts: Object.fromEntries(Object.entries(parts).map(([name, chunk]) => [name, refer(chunk)])),
      items: items.map(refer),
    });
  const refer = (chunk: number) => ({ text: "", hash: hashes[chunk] ?? "" });
  const cut = new Set(cassette.ends.map((end) => end.thread));
  const byThread = grouped(cassette.calls, (call) => call.thread);
  const names = new Set([...byThread.keys(), ...cut]);
  const threads = [...names].map((name): [string, RecordedThread] => {
    const calls = byThread.get(name) ?? [];
    return [name, { calls, byKey: grouped(calls, keyOf), cutOff: cut.has(name) }];
  });
  return { path, cassette, threads: new Map(threads), used: new Set(), stop: new AbortController() };
}

function replayThread(deck: Deck, { name, alias }: ThreadName, secrets: readonly Secret[]): TapeThread {
  const texts = makeTexts({ alias, secrets });
  const recorded = deck.threads.get(name);
  const taken = new Map<string, number>();
  let calls = 0;
  return {
    async call(request) {
      const asked = texts.request(request);
      const key = requestKey(asked);
      const same = recorded?.byKey.get(key) ?? [];
      const nth = taken.get(key) ?? 0;
      const found = name === NO_THREAD ? same[0] : same[nth];
      if (found === undefined) {
        if (recorded?.cutOff && calls >= recorded.calls.length)
          throw new RecordedCutOff("The recorded turn ended here.");
        throw stop(deck, { thread: name, asked, order: calls, repeats: nth });
      }
      taken.set(key, nth + 1);
      calls++;
      deck.used.add(found);
      return answerOf(found, deck.cassette, texts);
    },
    cutOff: () => Promise.resolve(),
  };
}

function answerOf({ answer }: RecordedCall, { chunks }: Cassette, texts: Texts): TapeAnswer {
  const value = (chunk: number): unknown => texts.value(chunks[chunk] ?? "null");
  return { ...(answer.item !== undefined && { item: value(answer.item) }), rest: value(answer.rest) };
}

/** The first request that was not recorded ends the whole replay: what came after it would be made up. */
function stop(
  { path, cassette, threads, stop: controller }: Deck,
  miss: { thread: string; asked: RequestTexts; order: number; repeats: number },
): unknown {
  if (!controller.signal.aborted) {
    const problems = describeMiss({ ...miss, cassette, recorded: threads.get(miss.thread)?.calls ?? [] });
    const where = miss.thread === NO_THREAD ? "a request" : `request ${miss.order + 1} of ${miss.thread}`;
    controller.abort(
      new UserError("cassette", `${where} was not recorded in ${path}`, {
        problems,
        hint: "record the run again with --record where the change is meant; a replay asks no model",
      }),
    );
  }
  return controller.signal.reason;
}
