import { countOf } from "../../../base/counts.ts";
import { formatInterval, formatNumber } from "../../print/format-number.ts";
import { plainLine, right, table, wrap } from "../../print/text.ts";
import type { AnalysedTriplets } from "./analyse-triplets.ts";

export function renderTriplets(found: AnalysedTriplets, width: number): string {
  const { triplets, sessions, shares, agreement, corrected } = found;
  const rows = shares.map(({ follow_up, count, share = null, low = null, high = null }) => [
    ...[follow_up, String(count), formatNumber(share), formatInterval(low, high)],
  ]);
  return [
    `${countOf(triplets, "triplet")} in ${countOf(sessions, "session")}`,
    "",
    table([{ title: "what was said next" }, right("count"), right("share"), right("95 % interval")], rows, width),
    "",
    ...agreementLines(agreement, width),
    ...correctedLines(corrected, width),
    wrap(
      "Read by rules of English words. Shares are of the exchanges that a message followed, intervals over sessions: what nobody answered may have been right or given up.",
      width,
      "",
    ),
  ].join("\n");
}

function agreementLines(agreement: AnalysedTriplets["agreement"], width: number): string[] {
  if (agreement === null) return [];
  const { labelled, agreed, kappa, low, high, confusion } = agreement;
  return [
    `The rules agree with ${agreed} of ${countOf(labelled, "label")}; Cohen's kappa ${formatNumber(kappa)} ${formatInterval(low, high)}`,
    "",
    table(
      [{ title: "label" }, { title: "read as" }, right("count")],
      confusion.map(({ label, read, count }) => [label, read, String(count)]),
      width,
    ),
    "",
  ];
}

function correctedLines(corrected: AnalysedTriplets["corrected"], width: number): string[] {
  if (corrected.length === 0) return [];
  const rows = corrected.map(({ where, count, share, elsewhere, difference, low, high }) => [
    ...[plainLine(where), String(count), formatNumber(share), formatNumber(elsewhere)],
    ...[formatNumber(difference), formatInterval(low, high)],
  ]);
  const columns = ["count", "corrected", "elsewhere", "difference", "interval"].map(right);
  return [
    table([{ title: "where" }, ...columns], rows, width),
    "",
    wrap(
      `These ${corrected.length} intervals hold together in 95 of 100 cases. What goes with a correction need not be its cause.`,
      width,
      "",
    ),
    "",
  ];
}
