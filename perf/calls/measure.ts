import { readdirSync, readFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";

/** Of a thread's time in `/proc`. */
const TICK_MS = 10;
const SAMPLE_MICROSECONDS = 500;

/** What a thread is for, by its name in Linux. */
const KINDS: readonly [RegExp, string][] = [
  [/^WorkerThread/, "databases"],
  [/^V8Worker/, "V8's collector and compiler"],
];

/** Processor time so far in ms, by what threads are for; threads that ended are left out. */
export function threadTimes(): Map<string, number> {
  const times = new Map<string, number>();
  for (const id of readdirSync("/proc/self/task")) {
    const text = readFileSync(`/proc/self/task/${id}/stat`, "utf8");
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const kind =
      id === String(process.pid) ? "main thread" : (KINDS.find(([like]) => like.test(name))?.[1] ?? "others");
    times.set(kind, (times.get(kind) ?? 0) + TICK_MS * (Number(fields[11]) + Number(fields[12])));
  }
  return times;
}

/** From now on. Its end gives the main thread's shares, by package or folder of ours. */
export function profileMainThread(): () => Map<string, number> {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: SAMPLE_MICROSECONDS });
  session.post("Profiler.start");
  return () => {
    let profile: Profiler.Profile | undefined;
    session.post("Profiler.stop", (_error, stopped) => {
      profile = stopped.profile;
    });
    session.disconnect();
    return sharesOf(profile!);
  };
}

/** Shares of the time that was not idle. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let all = 0;
  for (const [at, id] of samples.entries()) {
    const { functionName } = frames.get(id)!;
    const who = functionName.startsWith("(") ? functionName : ownerOf(id, { parents, frames });
    if (who === "(idle)" || who === OWN) continue;
    times.set(who, (times.get(who) ?? 0) + timeDeltas[at]!);
    all += timeDeltas[at]!;
  }
  return new Map([...times].map(([who, time]) => [who, time / all]));
}

const OWN = "perf";

function ownerOf(
  id: number,
  { parents, frames }: { parents: ReadonlyMap<number, number>; frames: ReadonlyMap<number, { url: string }> },
): string {
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const { url } = frames.get(at)!;
    const [, name] = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1) ?? [];
    if (name) return name;
    const [, folder] = /\/((?:agent|base|db|harness|measure|scenarios|perf)(?:\/[^/.]+)?)/.exec(url) ?? [];
    if (folder) return folder.startsWith(OWN) ? OWN : folder;
  }
  return "Node: sockets, files, timers";
}
