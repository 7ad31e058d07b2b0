import { onOwnThread, type Script } from "./scripts.ts";

/** One that has all that those before it have, and what its name says. */
export interface Step {
  name: string;
  run: (script: Script) => Promise<unknown>;
}

/** Of all questions of a round, in milliseconds of the whole process, the database's threads among them. */
export interface Times {
  step: string;
  round: number;
  cpuMs: number;
}

/** Rounds below 0 warm up. */
const WARM_UP = 2;

interface Measuring {
  scripts: readonly Script[];
  steps: readonly Step[];
  rounds: number;
}

/** One execution after the other, every question by every step in turn: what else the machine does meets them alike. */
export async function measureTimes({ scripts, steps, rounds }: Measuring): Promise<Times[]> {
  const times = new Map<string, Times>();
  for (let round = -WARM_UP; round < rounds; round++)
    for (const script of scripts) {
      // Whoever comes first finds the database's caches cold.
      for (const [at, { name, run }] of (round % 2 === 0 ? [...steps] : steps.toReversed()).entries()) {
        const own = onOwnThread(script, `-round-${round + WARM_UP}-${at}`);
        const before = process.cpuUsage();
        await run(own);
        const { user, system } = process.cpuUsage(before);
        const key = `${name} ${round}`;
        const cpuMs = (times.get(key)?.cpuMs ?? 0) + (user + system) / 1000;
        times.set(key, { step: name, round, cpuMs });
      }
    }
  return [...times.values()].filter(({ round }) => round >= 0);
}
