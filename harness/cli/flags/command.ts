import { type Command, InvalidArgumentError, Option } from "commander";
import { parseDecimal } from "../../../base/blank.ts";
import type { Io } from "../../print/io.ts";
import type { Spread } from "../../run/start/spread.ts";

export interface CommandContext {
  io: Io;
  setExitCode(code: number): void;
}

/** One command of the CLI. `register` only declares; what a command needs is imported when it runs. */
export interface CliCommand {
  /** True for one that writes nothing: Ctrl-C ends it at once, also in the middle of a computation. */
  readsOnly?: true;
  register(program: Command, context: CommandContext): void;
}

/** For `--models a,b`. */
export function parseList(text: string): string[] {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.length === 0) throw new InvalidArgumentError("expected names separated by commas");
  return items;
}

/** For `--limit 5`. */
export function parsePositive(text: string): number {
  const value = numberOf(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("expected a whole number of 1 or more");
  return value;
}

/** Reads a number as everywhere; NaN for anything else. */
export function numberOf(text: string): number {
  return parseDecimal(text.trim()) ?? Number.NaN;
}

/** For `--seed 3`. */
export function parseInteger(text: string): number {
  const value = numberOf(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError("expected a whole number");
  return value;
}

/** For whatever listens, to be spread into `option`. */
export const ALLOW_HOST = [
  "--allow-host <names>",
  "host names besides localhost that requests may use, such as a tunnel's",
  parseList,
] as const;

/** For `--port 8080`; 0 is any that is free. */
export function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value > 65_535)
    throw new InvalidArgumentError("expected a port: a whole number from 0 (any that is free) to 65535");
  return value;
}

const DAY_S = 86_400;

/** For `--cutoff 60`: no timer of Node lasts longer than 24 days. */
export function parseSeconds(text: string): number {
  const value = numberOf(text);
  if (!(value > 0 && value <= DAY_S)) throw new InvalidArgumentError(`expected seconds, more than 0, ${DAY_S} at most`);
  return value;
}

/** For `--weight 10`. */
export function parseWeight(text: string): number {
  const value = parsePositive(text);
  if (value > 100) throw new InvalidArgumentError("expected a whole number from 1 to 100");
  return value;
}

/** For `--take-over 30`: pg-boss takes no less than ten. */
function parseTakeOver(text: string): number {
  const value = parsePositive(text);
  if (value < 10 || value > DAY_S) throw new InvalidArgumentError(`expected 10 to ${DAY_S} seconds`);
  return value;
}

export interface QueueFlags {
  queue?: string | true;
  takeOver: number;
  weight: number;
  snapshots?: string;
}

export async function spreadOf(
  { queue, takeOver, weight, snapshots }: QueueFlags,
  { environment }: Pick<Io, "environment">,
): Promise<Spread | undefined> {
  if (queue === undefined) return undefined;
  const { queueAddress } = await import("../../run/queue/address.ts");
  const store =
    snapshots === undefined
      ? undefined
      : (await import("../../run/queue/snapshots/store.ts")).snapshotStoreAt(snapshots, environment);
  return { url: queueAddress(queue, environment), takeOverSeconds: takeOver, weight, store };
}

/** Of commands that may spread a run over workers. */
export function addQueueOptions(command: Command): Command {
  return command
    .optionsGroup("Queue:")
    .addOption(
      new Option(
        "--queue [address]",
        "distribute the run over workers through this PostgreSQL (default: SCOPEBENCH_QUEUE_URL)",
      ).conflicts(["record", "replay", "reuse"]),
    )
    .option(
      "--take-over <seconds>",
      "with --queue: give a worker's jobs to others after this many seconds without a heartbeat",
      parseTakeOver,
      30,
    )
    .option("--weight <n>", "with --queue: share of the workers relative to other runs, 1 to 100", parseWeight, 1)
    .option(
      "--snapshots <place>",
      "with --queue: shared folder or s3://bucket/prefix (AWS_* variables) from which workers fetch the corpus snapshot (default: the queue's database)",
    );
}

/** For `--level 0.95`. */
export function parseShare(text: string): number {
  const value = numberOf(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("expected a number between 0 and 1");
  return value;
}
