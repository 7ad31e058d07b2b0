import pg from "pg";
import { TOOLS } from "../../agent/tools/registry.ts";

/** The kind whose parts are timed. */
export const WHOLE = "whole";

/** One execution, in milliseconds. */
export interface Measured {
  kind: string;
  round: number;
  wallMs: number;
  /** Of the whole process, the database's threads among them. */
  cpuMs: number;
}

export interface Times {
  /** Which round it is; one below 0 does not count. */
  start(round: number): void;
  /** A whole execution of one kind. */
  measure<T>(kind: string, run: () => Promise<T>): Promise<T>;
  /** A part of the whole. While several go on, the time is that of the one begun last: calls of tools go side by side. */
  part<T>(name: string, run: () => Promise<T>): Promise<T>;
  measured: readonly Measured[];
  /** Milliseconds of each part, over all executions. */
  parts: ReadonlyMap<string, number>;
}

/** One clock for everything: executions run one after the other. */
export function countTimes(): Times {
  const measured: Measured[] = [];
  const parts = new Map<string, number>();
  let round = -1;
  let running = "";
  const open: string[] = [];
  let since = 0;
  /** Counts the time up to now for the part that was begun last. */
  const count = (): void => {
    const now = performance.now();
    const name = open.at(-1);
    if (round >= 0 && name !== undefined) parts.set(name, (parts.get(name) ?? 0) + now - since);
    since = now;
  };
  return {
    measured,
    parts,
    start(next) {
      round = next;
    },
    async measure(kind, run) {
      running = kind;
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
      const result = await run();
      const { user, system } = process.cpuUsage(cpu);
      const wallMs = performance.now() - startedAt;
      running = "";
      if (round >= 0) measured.push({ kind, round, wallMs, cpuMs: (user + system) / 1000 });
      return result;
    },
    async part(name, run) {
      if (running !== WHOLE) return run();
      count();
      open.push(name);
      try {
        return await run();
      } finally {
        count();
        open.splice(open.lastIndexOf(name), 1);
      }
    },
  };
}

/** Times the agent's tools while something runs. */
export function timedTools(times: Times): { during<T>(run: () => Promise<T>): Promise<T> } {
  const originals = Object.values(TOOLS).map((definition) => ({ definition, run: definition.run }));
  return {
    async during(work) {
      for (const { definition, run } of originals)
        definition.run = (...input) => times.part("tools: guards and queries", () => run.apply(definition, input));
      try {
        return await work();
      } finally {
        for (const { definition, run } of originals) definition.run = run;
      }
    },
  };
}

type Done = (...answer: unknown[]) => void;

/** Times every statement on the agent's own state. */
export function watchDatabase(times: Times): void {
  const query = pg.Client.prototype.query as (...input: unknown[]) => unknown;
  let kind = "checkpoints";
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const text = typeof input[0] === "string" ? input[0] : ((input[0] as { text?: string } | null)?.text ?? "");
    // COMMIT belongs to what came before it.
    if (text.includes("agentfs")) kind = "files: results, records, turns";
    else if (text.includes("checkpoint")) kind = "checkpoints";
    const done = input.at(-1);
    if (typeof done !== "function") {
      const result = query.apply(this, input);
      return result instanceof Promise ? times.part(kind, () => result) : result;
    }
    // A pool's own queries answer to a callback.
    let answered = (): void => undefined;
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    void times.part(kind, () => answer);
    return query.apply(this, [
      ...input.slice(0, -1),
      (...answer: unknown[]) => {
        answered();
        (done as Done)(...answer);
      },
    ]);
  } as typeof pg.Client.prototype.query;
}
