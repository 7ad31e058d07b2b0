import { evidenceIn } from "../../../agent/answer/evidence.ts";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import { objectsOf, parseObject } from "../../../base/json-object.ts";
import type { Extraction } from "../../record/domain/records.ts";
import type { TracedCase } from "../metrics/execution/case.ts";
import { type ExpectedIdOutcome, expectedIdOutcomes } from "../metrics/execution/retrieved-reported.ts";

/** The longest list that a ranking metric looks at. */
const CUT = 10;

/**
 * Where an expected id was lost. `never_retrieved`: in no result; `not_shown`: in a result, behind what the model saw of it;
 * `not_passed_on`: an executor saw it, its planner did not; `not_reported`: the agent that answers saw it; `below_cut`:
 * reported behind the tenth place; `unlisted`: the answer names it, its list does not.
 */
type Loss = "never_retrieved" | "not_shown" | "not_passed_on" | "not_reported" | "below_cut" | "unlisted";

export interface ExpectedId {
  id: string;
  outcome: ExpectedIdOutcome;
  /** Index of the first call whose full result held it; null where none did. */
  call: number | null;
  /** The row of that result, from 1; null where it has no rows. */
  rank: number | null;
  /** Place in the reported list, from 1. */
  place: number | null;
  /** Null = it was not. */
  lost: Loss | null;
}

/** What became of each expected id, from the first result that held it to its place in the answer. */
export function traceExpectedIds(traced: TracedCase): ExpectedId[] {
  const calls = traced.extraction.tool_calls.map((call) => ({
    call,
    holds: evidenceIn(call, traced.ids),
    rank: ranking(call, traced.ids),
  }));
  return expectedIdOutcomes(traced).map(({ id, idOutcome }) => {
    const holders = calls.filter(({ holds }) => holds(id));
    const [first] = holders;
    const place = traced.ranked.indexOf(id) + 1 || null;
    return {
      id,
      outcome: idOutcome,
      call: first?.call.index ?? null,
      rank: first?.rank(id) ?? null,
      place,
      lost: idOutcome.endsWith("_reported")
        ? listLoss(place, traced)
        : tracedLoss(
            id,
            holders.map(({ call }) => call),
            traced,
          ),
    };
  });
}

type Call = Extraction["tool_calls"][number];

function fullText({ result, preview }: Call): string {
  return result ?? preview;
}

/** Where an id stands in a result, whose rows are in the order in which the tool ranks them; they are read when first asked for. */
function ranking(call: Call, ids: IdReader): (id: string) => number | null {
  let rows: readonly string[] | undefined;
  return (id) => {
    rows ??= objectsOf(parseObject(fullText(call))?.rows).map((row) => JSON.stringify(row));
    return rows.findIndex((row) => ids.holds(row, id)) + 1 || null;
  };
}

function listLoss(place: number | null, { ranked, extraction }: TracedCase): Loss | null {
  if (place !== null) return place > CUT ? "below_cut" : null;
  return ranked.length > 0 && !extraction.unreported?.includes("ranking") ? "unlisted" : null;
}

function tracedLoss(id: string, holders: readonly Call[], { extraction, ids }: TracedCase): Loss {
  if (holders.length === 0) return "never_retrieved";
  if (!holders.some(({ preview }) => ids.holds(preview, id))) return "not_shown";
  const reached = extraction.tool_calls.some((call) => call.sub_agent === null && ids.holds(call.preview, id));
  return reached ? "not_reported" : "not_passed_on";
}
