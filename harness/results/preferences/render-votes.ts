import { countOf } from "../../../base/counts.ts";
import { formatInterval, formatNumber } from "../../print/format-number.ts";
import { plainLine, right, table, wrap } from "../../print/text.ts";
import type { AnalysedVotes } from "./analyse-votes.ts";

export function renderVotes(found: AnalysedVotes, width: number): string {
  const { votes, ties, raters, queries, clusters, counts, strengths, pairs, shownFirst, alpha, balanced } = found;
  const of = [
    countOf(votes, "vote"),
    countOf(ties, "tie"),
    ...(raters > 0 ? [countOf(raters, "rater")] : []),
    ...(queries > 0 ? [countOf(queries, "query", "queries")] : []),
  ];
  const told = new Map(counts.map((one) => [one.system, one]));
  const said = [
    `Strengths: logarithms about their mean (Bradley-Terry; ties by Davidson). Share: how often the first is preferred where one of both is. 95 % intervals ${clusters.length > 0 ? `over ${clusters.map((kind) => (kind === "query" ? "queries" : "raters")).join(" and ")}` : "as if every vote stood for itself"}.`,
    ...(shownFirst
      ? [
          `Of two that are as strong the one shown first is preferred ${formatNumber(shownFirst.value)} ${formatInterval(shownFirst.low, shownFirst.high)} of the time.`,
        ]
      : ["What the order shown did cannot be told apart from the systems: it is left in the strengths."]),
    ...(alpha === null
      ? []
      : [
          `Krippendorff's alpha of the raters: ${formatNumber(alpha.value)} ${formatInterval(alpha.low, alpha.high)}, over ${countOf(alpha.units, "query", "queries")} that several saw.`,
        ]),
    balanced
      ? "Each system stood in each place as often as in the others."
      : "Places are not balanced: some system stood in one more often than in another.",
  ];
  return [
    of.join(", "),
    "",
    table(
      [
        { title: "system" },
        right("strength"),
        right("95 % interval"),
        right("preferred"),
        right("shown"),
        right("first"),
      ],
      strengths.map(({ system, value, low, high }) => {
        const { preferred, shown, shown_first } = told.get(system)!;
        const numbers = [preferred, shown, shown_first].map(String);
        return [plainLine(system), formatNumber(value), formatInterval(low, high), ...numbers];
      }),
      width,
    ),
    "",
    table(
      [{ title: "first" }, { title: "second" }, right("share"), right("95 % interval")],
      pairs.map(({ first, second, value, low, high }) => [
        plainLine(first),
        plainLine(second),
        formatNumber(value),
        formatInterval(low, high),
      ]),
      width,
    ),
    "",
    ...said.map((sentence) => wrap(sentence, width, "")),
  ].join("\n");
}
