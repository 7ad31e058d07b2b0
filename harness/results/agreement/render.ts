import { countOf } from "../../../base/counts.ts";
import { formatInterval, formatNumber, formatP } from "../../print/format-number.ts";
import { printable, right, table } from "../../print/text.ts";
import type { AgreementRow, AnalyseOptions } from "./analyse.ts";
import type { RatingData } from "./rating-data.ts";

/** What was read, the table, and what its marks mean. */
export function renderAgreement(
  data: RatingData,
  rows: readonly AgreementRow[],
  options: AnalyseOptions & { width: number },
): string {
  const ratings = data.units.flat().filter((value) => value !== null).length;
  const holes = data.units.length * data.raters.length - ratings;
  const few = data.categories.length <= 20;
  const marked = rows.some(({ interval }) => interval === "bootstrap");
  return [
    `${countOf(data.raters.length, "rater")}, ${countOf(data.units.length, "item")}, ${countOf(ratings, "rating")}${holes > 0 ? `, ${holes} missing` : ""}${clusters(data)}`,
    `raters: ${ratersOf(data)}`,
    few
      ? `categories: ${data.labels.map((label) => printable(label, { singleLine: true })).join(" < ")}; weights: ${options.weights}`
      : "",
    "",
    table(
      [{ title: "statistic" }, right("value"), right(`${100 * options.level} % interval`), right("p")],
      rows.map((row) => [
        row.title,
        formatNumber(row.value),
        `${formatInterval(row.low, row.high)}${row.interval === "bootstrap" ? " *" : "  "}`,
        formatP(row.p),
      ]),
      options.width,
    ),
    ...(marked
      ? [
          "",
          `* bootstrap over ${data.clusters ? "clusters" : "items"}, ${countOf(options.resamples, "resample")}; others by formula`,
        ]
      : []),
    ...data.notes.map((note) => `note: ${printable(note, { singleLine: true })}`),
    ...rows.flatMap(({ title, reason }) => (reason ? [`${title}: ${reason}`] : [])),
  ]
    .filter((line, index, lines) => line !== "" || lines[index - 1] !== "")
    .join("\n");
}

const MOST_NAMED = 5;

/** By the first line of the file: where it has no header, an item stands here. */
function ratersOf({ raters }: RatingData): string {
  const more = raters.length > MOST_NAMED ? ` and ${raters.length - MOST_NAMED} more` : "";
  return `${raters
    .slice(0, MOST_NAMED)
    .map((name) => printable(name, { singleLine: true }))
    .join(", ")}${more}`;
}

function clusters(data: RatingData): string {
  return data.clusters ? `, ${countOf(new Set(data.clusters).size, "cluster")}` : "";
}
