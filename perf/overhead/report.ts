import { makeRandom, pick } from "../../base/random.ts";
import { mean, quantile } from "../../measure/statistics/basics/describe.ts";
import { type Measured, type Times, WHOLE } from "./clocks.ts";

export const IDLE = "bare agent, idle tools";
export const WORKING = "bare agent, working tools";

/** A table of the kinds, where the whole's time goes, and what it takes over the same tool work. */
export function reportTimes({ measured, parts }: Pick<Times, "measured" | "parts">): string[] {
  const of = (kind: string) => measured.filter((entry) => entry.kind === kind);
  const executions = of(WHOLE).length;
  const known = [...parts.values()].reduce((sum, ms) => sum + ms, 0);
  const part = (name: string, ms: number) => `  of which ${name}`.padEnd(50) + cell(ms / executions);
  return [
    `${"ms an execution".padEnd(50)}${["mean", "p50", "p90", "CPU p50"].map((name) => name.padStart(9)).join("")}`,
    ...[IDLE, WORKING, WHOLE].map((kind) => kindLine(kind, of(kind))),
    ...[...parts].map(([name, ms]) => part(name, ms)),
    part("graph, middleware, prompts", sum(of(WHOLE), "wallMs") - known),
    overLine("time", measured, "wallMs"),
    overLine("CPU", measured, "cpuMs"),
  ];
}

function kindLine(kind: string, entries: readonly Measured[]): string {
  const wall = entries.map((entry) => entry.wallMs);
  const cpu = entries.map((entry) => entry.cpuMs);
  return (
    kind.padEnd(50) + [mean(wall), quantile(wall, 0.5), quantile(wall, 0.9), quantile(cpu, 0.5)].map(cell).join("")
  );
}

/** The median over the rounds of whole over working, and its 95 % interval by bootstrap over the rounds. */
function overLine(what: string, measured: readonly Measured[], column: "wallMs" | "cpuMs"): string {
  const rounds = [...new Set(measured.map((entry) => entry.round))];
  const over = rounds.map((round) => {
    const of = (kind: string) =>
      sum(
        measured.filter((entry) => entry.round === round && entry.kind === kind),
        column,
      );
    return 100 * (of(WHOLE) / of(WORKING) - 1);
  });
  const random = makeRandom("overhead", what);
  const draw = () =>
    quantile(
      Array.from(over, () => pick(random, over)),
      0.5,
    ) ?? 0;
  const medians = Array.from({ length: 2000 }, draw);
  const range = `95 % interval ${percent(quantile(medians, 0.025))} to ${percent(quantile(medians, 0.975))}`;
  return `${what}: the whole takes ${percent(quantile(over, 0.5))} % over the same agent and tool work (${range}, ${rounds.length} rounds)`;
}

function sum(entries: readonly Measured[], column: "wallMs" | "cpuMs"): number {
  return entries.reduce((total, entry) => total + entry[column], 0);
}

function cell(ms: number | null): string {
  return (ms?.toFixed(1) ?? "").padStart(9);
}

function percent(value: number | null): string {
  return value?.toFixed(0) ?? "";
}
