import pg from "pg";
import { TOOLS } from "../../agent/tools/registry.ts";

export interface Times {
  /** False: what is measured does not count. */
  start(counts: boolean): void;
  /** A whole execution of one kind. */
  measure<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** A part of what is measured. Parts within a part count for the inner one. */
  part<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Milliseconds an execution, and what the whole takes over the same tool work. */
  report(executions: number): string[];
}

const WHOLE = "whole";
const WORKING = "bare agent, working tools";

/** One clock for everything: executions run one after the other. */
export function countTimes(): Times {
  const totals = new Map<string, number>();
  const parts = new Map<string, number>();
  let counting = false;
  let running = "";
  let inner = 0;
  const add = (map: Map<string, number>, name: string, ms: number) => {
    if (counting) map.set(name, (map.get(name) ?? 0) + ms);
  };
  return {
    start(counts) {
      counting = counts;
    },
    async measure(name, run) {
      running = name;
      const startedAt = performance.now();
      const result = await run();
      add(totals, name, performance.now() - startedAt);
      running = "";
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
        add(parts, name, ms - inner);
        inner = before + ms;
      }
    },
    report(executions) {
      const row = (name: string, ms: number) => `${name.padEnd(46)} ${(ms / executions).toFixed(2).padStart(8)} ms`;
      const known = [...parts.values()].reduce((sum, ms) => sum + ms, 0);
      const whole = totals.get(WHOLE) ?? 0;
      const over = whole / (totals.get(WORKING) ?? 1) - 1;
      return [
        ...[...totals].map(([name, ms]) => row(name, ms)),
        ...[...parts].map(([name, ms]) => row(`  of which ${name}`, ms)),
        row("  of which graph, middleware, prompts", whole - known),
        `the whole takes ${(100 * over).toFixed(1)} % over the same agent and tool work`,
      ];
    },
  };
}

/** Times the agent's tools while they are on. */
export function timedTools(times: Times): { on(): void; off(): void } {
  const originals = Object.values(TOOLS).map((definition) => ({ definition, run: definition.run }));
  return {
    on: () => {
      for (const { definition, run } of originals)
        definition.run = (...input) => times.part("tools: queries", () => run.apply(definition, input));
    },
    off: () => {
      for (const { definition, run } of originals) definition.run = run;
    },
  };
}

/** Times every statement on the agent's own state. */
export function watchDatabase(times: Times): void {
  const query = pg.Client.prototype.query as (...input: unknown[]) => unknown;
  let kind = "checkpoints";
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const text = typeof input[0] === "string" ? input[0] : ((input[0] as { text?: string } | null)?.text ?? "");
    // COMMIT belongs to what came before it.
    if (text.includes("agentfs")) kind = "files: results, records, turns";
    else if (text.includes("checkpoint")) kind = "checkpoints";
    const result = query.apply(this, input);
    return result instanceof Promise ? times.part(kind, () => result) : result;
  } as typeof pg.Client.prototype.query;
}
