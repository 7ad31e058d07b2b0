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
  /** A part of the whole. Parts within a part count for the inner one. */
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
  let inner = 0;
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
      const [startedAt, before] = [performance.now(), inner];
      inner = 0;
      try {
        return await run();
      } finally {
        const ms = performance.now() - startedAt;
        if (round >= 0) parts.set(name, (parts.get(name) ?? 0) + ms - inner);
        inner = before + ms;
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
    const answered = Promise.withResolvers<void>();
    void times.part(kind, () => answered.promise);
    return query.apply(this, [
      ...input.slice(0, -1),
      (...answer: unknown[]) => {
        answered.resolve();
        (done as Done)(...answer);
      },
    ]);
  } as typeof pg.Client.prototype.query;
}
