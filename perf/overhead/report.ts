import { makeRandom, pick } from "../../base/random.ts";
import { mean, quantile } from "../../measure/statistics/basics/describe.ts";
import type { Step, Times } from "./measure-times.ts";

interface Reported {
  steps: readonly Step[];
  /** Of a model, in an execution. */
  calls: number;
  questions: number;
}

/** At which step an agent does the tools' work and nothing more. */
const BARE = 1;

/** A table: what an execution and a call of a model take up to each step, and the step alone as a share of the bare agent with the tools' work. */
export function reportTimes(times: readonly Times[], { steps, calls, questions }: Reported): string[] {
  const rounds = [...new Set(times.map(({ round }) => round))];
  const at = (step: number, round: number): number =>
    times.find((entry) => entry.step === steps[step]!.name && entry.round === round)!.cpuMs / questions;
  const rows = steps.map(({ name }, step) => {
    const ms = mean(rounds.map((round) => at(step, round))) ?? 0;
    const shares = rounds.map((round) => (at(step, round) - (step > 0 ? at(step - 1, round) : 0)) / at(BARE, round));
    return [step > 0 ? `+ ${name}` : name, ms.toFixed(0), (ms / calls).toFixed(1), ...shareOf(name, shares)];
  });
  const whole = rounds.map((round) => at(steps.length - 1, round) / at(BARE, round) - 1);
  return [
    "| step | CPU ms of an execution so far | of a model's call | the step, of the bare agent with its tools' work | 95 % interval |",
    "|---|---:|---:|---:|---:|",
    ...[...rows, ["whole over bare agent", "", "", ...shareOf("whole", whole)]].map(
      (cells) => `| ${cells.join(" | ")} |`,
    ),
  ];
}

/** The median over the rounds, and its interval by bootstrap over them, in percent. */
function shareOf(name: string, shares: readonly number[]): [string, string] {
  const random = makeRandom("overhead", name);
  const draw = () => median(Array.from(shares, () => pick(random, shares)));
  const medians = Array.from({ length: 2000 }, draw);
  return [
    `${percent(median(shares))} %`,
    `${percent(quantile(medians, 0.025))} to ${percent(quantile(medians, 0.975))} %`,
  ];
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5) ?? 0;
}

function percent(share: number | null): string {
  return (100 * (share ?? 0)).toFixed(0);
}
