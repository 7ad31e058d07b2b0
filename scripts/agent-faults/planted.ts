import { makeRandom, pick, type Random } from "../../base/random.ts";
import type { Extraction } from "../../harness/record/domain/records.ts";
import type { TracedCase } from "../../harness/results/metrics/execution/case.ts";
import type { AgentFaults } from "../../harness/results/metrics/live/agent-faults.ts";

type Call = Extraction["tool_calls"][number];
type FaultName = keyof AgentFaults;

/** A trace with something done to it, and which faults it has by that. */
export interface Planted {
  what: string;
  extraction: Extraction;
  has: readonly FaultName[];
}

interface Planter {
  what: string;
  /** Null where the trace has nothing that it could be done to. */
  plant(traced: TracedCase, random: Random): Omit<Planted, "what"> | null;
}

/** One of `planters`, drawn, done to a trace; null where it cannot be. */
export function plantInto(traced: TracedCase, planters: readonly Planter[], seed: string): Planted | null {
  const random = makeRandom("planted", seed);
  const planter = pick(random, planters);
  const planted = planter.plant(traced, random);
  return planted && { what: planter.what, ...planted };
}

const searched = (traced: TracedCase, change: (calls: readonly Call[]) => Call[]): Omit<Planted, "what"> => ({
  extraction: { ...traced.extraction, tool_calls: change(traced.extraction.tool_calls) },
  // What the answer names and cites has come from nowhere then.
  has: namesOrCites(traced) ? ["skippedSearch", "inventedResults"] : ["skippedSearch"],
});

function namesOrCites({ answerIds, answer }: TracedCase): boolean {
  return answerIds.length > 0 || answer.includes("?path=/results/");
}

export const PLANTED: readonly Planter[] = [
  { what: "no call was made", plant: (traced) => searched(traced, () => []) },
  {
    what: "every call failed",
    plant: (traced) =>
      searched(traced, (calls) => calls.map((call) => ({ ...call, status: "error", preview: "down", result: "down" }))),
  },
  {
    what: "files of its own were read alone",
    plant: (traced) =>
      searched(traced, (calls) =>
        calls.map((call) => ({ ...call, family: "filesystem", result: "", preview: "", tool: "read_file" })),
      ),
  },
  { what: "an id that nothing gave", plant: (traced, random) => saying(traced, `See also PAGE-${digits(random)}.`) },
  {
    what: "an id that no record has, in the list",
    plant: (traced, random) => saying(traced, `9. \`ISSUE-${digits(random)}\` - as found`),
  },
  {
    what: "a result that no call gave",
    plant: (traced) => saying(traced, "- S9: [records](artifact://t?path=/results/777-source_search.json)"),
  },
  { what: "the same call again", plant: (traced, random) => again(traced, random, (args) => args) },
  {
    what: "the same call, arguments in another order",
    plant: (traced, random) => again(traced, random, (args) => Object.fromEntries(Object.entries(args).reverse())),
  },
  { what: "the same keywords, in another order and case", plant: (traced, random) => again(traced, random, shuffled) },
];

/** What looks like a fault and is none. */
export const LOOKALIKES: readonly Planter[] = [
  {
    what: "a second try of a call that failed",
    plant: (traced, random) =>
      withCall(traced, random, (call) => [{ ...call, status: "error", preview: "down", result: "down" }, call]),
  },
  {
    what: "the same call in another turn",
    plant: (traced, random) => withCall(traced, random, (call) => [call, { ...call, turn: call.turn + 1 }]),
  },
  {
    what: "the same call by another agent",
    plant: (traced, random) => withCall(traced, random, (call) => [call, { ...call, sub_agent: "another" }]),
  },
  {
    what: "the same call with one more filter",
    plant: (traced, random) =>
      withCall(traced, random, (call) => [call, { ...call, arguments: { ...argumentsOf(call), since: "2026-01-01" } }]),
  },
  {
    what: "an id of the question",
    plant: (traced) => {
      const [id] = traced.questionIds;
      return id === undefined ? null : { ...saying(traced, `About ${id}.`), has: [] };
    },
  },
  {
    what: "an id that stands in what the model was not shown",
    plant: (traced, random) => {
      const found = withCall(traced, random, (call) => [{ ...call, result: `${call.result ?? ""} PAGE-0000` }]);
      return found && { has: [], extraction: withText(found.extraction, "See PAGE-0000.") };
    },
  },
];

function digits(random: Random): string {
  return String(Math.floor(random() * 1000)).padStart(4, "0"); // No item of a world has a number below 1000.
}

function saying({ extraction }: TracedCase, text: string): Omit<Planted, "what"> {
  return { extraction: withText(extraction, text), has: ["inventedResults"] };
}

function withText(extraction: Extraction, text: string): Extraction {
  return { ...extraction, final_text: `${extraction.final_text}\n${text}` };
}

function again(
  traced: TracedCase,
  random: Random,
  change: (args: Record<string, unknown>) => Record<string, unknown> | null,
): Omit<Planted, "what"> | null {
  const planted = withCall(traced, random, (call) => {
    const args = change(argumentsOf(call));
    return args === null ? [] : [call, { ...call, arguments: args }];
  });
  return planted && { ...planted, has: ["repeatedActions"] };
}

function shuffled(args: Record<string, unknown>): Record<string, unknown> | null {
  const { keywords } = args;
  if (!Array.isArray(keywords) || keywords.length < 2) return null;
  return { ...args, keywords: (keywords as string[]).map((word) => ` ${word.toUpperCase()}`).reverse() };
}

/** One answered call replaced by these, all numbered anew. */
function withCall(
  { extraction }: TracedCase,
  random: Random,
  replace: (call: Call) => Call[],
): Omit<Planted, "what"> | null {
  const answered = extraction.tool_calls.filter(({ status }) => status === "success");
  if (answered.length === 0) return null;
  const chosen = pick(random, answered);
  const by = replace(chosen);
  if (by.length === 0) return null;
  const calls = extraction.tool_calls.flatMap((call) => (call === chosen ? by : [call]));
  return { extraction: { ...extraction, tool_calls: calls.map((call, index) => ({ ...call, index })) }, has: [] };
}

function argumentsOf({ arguments: args }: Call): Record<string, unknown> {
  return args as Record<string, unknown>;
}
