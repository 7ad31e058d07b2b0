import type {
  RecordedAnswer,
  RecordedRequest,
  Recording,
  RecordingThread,
  ThreadName,
} from "../../../base/providers/recording/recording.ts";
import type { Handlers, Peer } from "../../../base/threads/peer.ts";

export type RecordingMode = Recording["mode"];

interface AskedCall {
  /** Of an execution by its name; null: shared by all. */
  thread: string | null;
  request: RecordedRequest;
  /** By which the thread is asked to make the answer. */
  call: number;
}

interface Answered {
  answer: RecordedAnswer;
  isReused: boolean | undefined;
}

/** In a thread: the recording of the main thread, and what answers a call that is not recorded. */
export function recordingOver(
  peer: Peer,
  mode: RecordingMode | null,
): { calls: Recording | null; answer(call: number): Promise<RecordedAnswer> } {
  const makes = new Map<number, () => Promise<RecordedAnswer>>();
  let last = 0;
  const threadOf = (thread: string | null): RecordingThread => {
    let reused: boolean | undefined;
    return {
      async call(request, make) {
        const call = ++last;
        makes.set(call, make);
        try {
          const { answer, isReused } = await peer.call<Answered>("record", { thread, request, call });
          reused = isReused;
          return answer;
        } finally {
          makes.delete(call);
        }
      },
      cutOff: () => peer.call("cutOff", thread),
      isReused: () => reused ?? false,
    };
  };
  const calls = mode && {
    mode,
    signal: new AbortController().signal, // The main thread hears of it, and stops all.
    thread(name: ThreadName) {
      void peer.call("begin", name);
      return threadOf(name.name);
    },
    shared: threadOf(null),
  };
  return { calls, answer: (call) => makes.get(call)!() };
}

/** In the main thread. */
export function recordingHandlers(recording: Recording | null, peer: () => Peer): Handlers {
  const threads = new Map<string, RecordingThread>();
  const of = (thread: string | null): RecordingThread => (thread === null ? recording!.shared : threads.get(thread)!);
  return {
    begin: (name: ThreadName) => void threads.set(name.name, recording!.thread(name)),
    async record({ thread, request, call }: AskedCall): Promise<Answered> {
      const own = of(thread);
      const answer = await own.call(request, () => peer().call("answer", call));
      return { answer, isReused: own.isReused?.() };
    },
    cutOff: (thread: string | null) => of(thread).cutOff(),
  };
}
