import { canonicalJson } from "../../../base/canonical-json.ts";
import { grouped } from "../../../base/grouped.ts";
import { hashOf, sha256 } from "../../../base/hash.ts";
import type { Departure } from "../../../base/providers/recording/dry-replay.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionKey, Extraction } from "../../record/domain/records.ts";
import { threadNameOf } from "../stages/execute/execute-one.ts";

/** Why an execution has to be made: what was found to differ first. `none`: nothing was, and it need not be made. */
export const CAUSES = {
  none: "nothing that was asked, answered or returned differs",
  truth: "nothing differs but the scenario's truth: the scores change, the execution does not",
  new: "the baseline has no such execution",
  model: "the model",
  parameters: "parameters of the requests: temperature, seed, limits",
  tools: "the tools as they are described to the model",
  prompt: "the system prompt",
  question: "the question, or the records that were retrieved for it",
  result: "what a tool returned",
  order: "which requests are made",
  answer: "what a stand-in answers",
  outcome: "what came of equal requests: results after the last one, or how it ended",
  clock: "the clock had ended it",
  unsteady: "the model answers equal requests differently, or nothing shows that it does not",
  external: "an agent whose requests are not ours to see",
} as const;
export type Cause = keyof typeof CAUSES;

export interface Effect {
  key: ExecutionKey;
  cause: Cause;
  /** Request at which it departs, of those that were recorded, and what differs there. */
  request?: number;
  recorded?: number;
  lines?: readonly string[];
}

/** Whether it has to be made again. */
export function isAffected({ cause }: Effect): boolean {
  return cause !== "none" && cause !== "truth";
}

/** In the order in which one explains the others. */
const PLACES: readonly (readonly [string, Cause])[] = [
  ["clock", "clock"],
  ["nothing", "new"],
  ["model", "model"],
  ["parameters", "parameters"],
  ["message:system", "prompt"],
  ["tools", "tools"],
  ["message:tool", "result"],
  ["message:human", "question"],
  ["answer", "answer"],
];

/** Of a thread that departed. */
export function causeOf({ changed }: Pick<Departure, "changed">): Cause {
  return PLACES.find(([place]) => changed.includes(place))?.[1] ?? "order";
}

interface Sides {
  key: ExecutionKey;
  departure: Departure | undefined;
  before: Extraction | undefined;
  after: Extraction | undefined;
  scenarios: { before: Scenario | undefined; after: Scenario };
}

/** What a change means for one execution that was replayed. */
export function effectOf({ key, departure, before, after, scenarios }: Sides): Effect {
  if (!before || !scenarios.before) return { key, cause: "new" };
  if (departure) {
    const { request, recorded, lines } = departure;
    return { key, cause: causeOf(departure), request, recorded, lines };
  }
  if (!after || hashOf(lasting(after)) !== hashOf(lasting(before))) return { key, cause: "outcome" };
  return { key, cause: hashOf(taskOf(scenarios.before)) === hashOf(taskOf(scenarios.after)) ? "none" : "truth" };
}

/** What decides on scores. */
function taskOf({ derivation: _, review: __, ...task }: Scenario): unknown {
  return task;
}

/** Without what the clock says. */
export function lasting(value: unknown): unknown {
  return withoutNames(value, isOfClock);
}

function isOfClock(name: string): boolean {
  return name.endsWith("_ms") || name === "waits";
}

function withoutNames(value: unknown, isLeftOut: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNames(one, isLeftOut));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isLeftOut(name))
      .map(([name, member]) => [name, withoutNames(member, isLeftOut)]),
  );
}

/** Models whose repeats of every scenario are alike in all that is kept of them: with one repeat nothing is known. */
export function steadyModels(extractions: readonly Extraction[]): Set<string> {
  const models = new Map<string, boolean>();
  for (const [, repeats] of grouped(extractions, (one) => executionName({ ...one, repeat: "" }))) {
    const [{ model } = { model: "" }] = repeats;
    const isAlike = repeats.length > 1 && new Set(repeats.map(repeatHash)).size === 1;
    models.set(model, (models.get(model) ?? true) && isAlike);
  }
  return new Set([...models].filter(([, steady]) => steady).map(([name]) => name));
}

/**
 * The same for repeats that say and do the same. Each reads the name of its own thread and cites its sources by it, so that tokens are cut otherwise, too.
 */
function repeatHash(extraction: Extraction): string {
  const text = canonicalJson(withoutNames({ ...extraction, repeat: 0 }, isOfRepeat));
  return sha256(text.replaceAll(threadNameOf(extraction), "thread"));
}

function isOfRepeat(name: string): boolean {
  return isOfClock(name) || name.startsWith("tokens_") || name === "thread_id";
}
