import { countOf } from "../../../../base/counts.ts";
import { right, table } from "../../../print/text.ts";
import { showChange, showP } from "../render/format.ts";
import type { Series } from "./decide-in-looks.ts";
import type { RuleStanding } from "./standings.ts";

/** Where the series stopped, in a few words: what stands in the verdict. */
export function stopText({ stopped, path, planned: { looks, fixed_because }, scenarios, of }: Series): string {
  if (fixed_because !== undefined) return `one look, at the end: ${fixed_because}`;
  const at = `look ${path.at(-1)?.look ?? 0} of ${looks.length}`;
  const asked = `${scenarios} of ${countOf(of, "scenario")}`;
  if (stopped === "end") return `all ${looks.length} looks taken, ${asked}`;
  if (stopped !== "open") return `stopped at ${at}, after ${asked}`;
  const next = looks.find((look) => look.scenarios > scenarios);
  const more = next ? `; the next is after ${countOf(next.scenarios, "scenario")}` : "";
  return `not decided at ${at}, after ${asked}${more}`;
}

/** What stopping means, in a sentence for people who do not know of looks; with the changes as they are without what the looks did to them. */
export function seriesSentence(series: Series): string {
  const { stopped, adjusted, path } = series;
  const last = path.at(-1)?.rules ?? [];
  const shown = adjusted
    .filter(({ group }) => group === "all")
    .map(({ metric, estimate, low, high, level }) => {
      const { unit } = last.find((rule) => rule.metric === metric)!;
      return `${metric} ${showChange(estimate, unit)} (${Number((100 * (1 - level)).toFixed(1))} % ${showChange(low, unit)} to ${showChange(high, unit)})`;
    });
  const why =
    stopped === "no-loss"
      ? "; the rest was not expected to bring a regression, which rules no loss out by itself: only the intervals do"
      : "";
  const freed = shown.length > 0 ? `. Changes, whatever look stopped: ${shown.join(", ")}` : "";
  return `Looks: ${stopText(series)}${why}${freed}.`;
}

/** Whoever reruns one candidate until it is green has other error rates. Null: it is the first. */
export function toldOfReruns(earlier: readonly { run: string; looks: number }[]): string | null {
  if (earlier.length === 0) return null;
  const looks = earlier.reduce((sum, series) => sum + series.looks, 0);
  const runs = earlier.slice(-3).map(({ run }) => run);
  return `Series ${earlier.length + 1} of the same candidate against this baseline (${countOf(looks, "look")} before it, in ${runs.join(", ")}): rerun until it is green, a loss passes more often than any of them says.`;
}

/** Looks that nobody planned before the candidate ran. Null: there is one, at the end. */
export function toldOfUnplanned(series: Series | null): string | null {
  if (series === null || series.planned.fixed_because !== undefined) return null;
  const look = series.path.at(-1)?.look ?? 0;
  if (series.stopped === "open")
    return `Look ${look} of an unplanned series: the error rate is no longer that of the gate; run --until-decided plans before it looks.`;
  return "The looks were planned by this command, not before the candidate ran (run --until-decided): they are the gate's own only for who decided to use them before seeing the runs.";
}

/** The path: each rule over everything, look by look. */
export function pathTable(series: Series, width: number): string {
  return table([{ title: "metric" }, ...PATH_TITLES.map(right)], pathRows(series), width);
}

/** Of the columns after the metric's. */
export const PATH_TITLES = ["look", "scenarios", "change", "loss z", "no loss below", "p", "p needed"] as const;

/** A row for each rule over everything at each look: its statistic and p, and the bounds of both there. */
export function pathRows({ path, planned }: Series): string[][] {
  return path.flatMap(({ look, scenarios, rules }) =>
    rules
      .filter(({ group }) => group === "all")
      .map((rule) => [rule.metric, `${look}/${planned.looks.length}`, String(scenarios), ...cells(rule)]),
  );
}

function cells({ change, unit, z, bound, p, calls_from }: RuleStanding): string[] {
  const short = (value: number | null) => (value === null ? "-" : value.toFixed(2).replace(/^(-?)0\./, "$1."));
  return [
    showChange(change, unit),
    short(z),
    short(bound),
    showP(p),
    calls_from === 0 ? "-" : calls_from.toPrecision(2).replace(/^0\./, "."),
  ];
}
