import { countOf } from "../../../../base/counts.ts";
import { table } from "../../../print/text.ts";
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
    .map(({ metric, estimate, low, high }) => {
      const { unit } = last.find((rule) => rule.metric === metric)!;
      return `${metric} ${showChange(estimate, unit)} (95 % ${showChange(low, unit)} to ${showChange(high, unit)})`;
    });
  const why =
    stopped === "no-loss"
      ? "; the rest was not expected to bring a regression, which rules no loss out by itself: only the intervals do"
      : "";
  const freed = shown.length > 0 ? `. Changes without the looks' bias: ${shown.join(", ")}` : "";
  return `Looks: ${stopText(series)}${why}${freed}.`;
}

/** The path: each rule over everything, look by look. */
export function pathTable({ path, planned }: Series, width: number): string {
  const right = (title: string) => ({ title, align: "right" as const });
  const titles = ["look", "scenarios", "change", "loss z", "no loss below", "p", "p needed"].map(right);
  const rows = path.flatMap(({ look, scenarios, rules }) =>
    rules
      .filter(({ group }) => group === "all")
      .map((rule) => [rule.metric, `${look}/${planned.looks.length}`, String(scenarios), ...cells(rule)]),
  );
  return table([{ title: "metric" }, ...titles], rows, width);
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
