import { UserError } from "../../../../base/user-error.ts";
import type { Io } from "../../../print/io.ts";
import { jsonText } from "../../../print/json-text.ts";
import { right, table, wrap } from "../../../print/text.ts";
import { loadConfig } from "../../../record/config/load.ts";
import { openWholeRun } from "../../../record/run-directory/open-run.ts";
import { canonicalMetric } from "../metric-facts.ts";
import { showChange } from "../render/format.ts";
import { readScoredRun } from "../sources/read-run.ts";
import { type Attribution, attribute, type MeanChange, type PartedRun } from "./attribute.ts";
import { PARTS, partsOf } from "./parts.ts";

interface AttributeFlags {
  attribute: string[];
  config?: string;
  metrics?: string[];
  json?: boolean;
  runsDir?: string;
}

/** Prints whose the difference of two runs is: corpus, code, prompts, model, judge or settings, where runs in between tell. */
export async function attributeChange(
  names: { baseline: string; candidate: string },
  flags: AttributeFlags,
  io: Io,
): Promise<void> {
  const { gate } = await loadConfig({ cwd: io.cwd, file: flags.config, environment: io.environment, flags: {} });
  const metric = canonicalMetric(flags.metrics?.[0] ?? Object.keys(gate.metrics)[0] ?? "ndcg@10");
  const read = async (name: string): Promise<PartedRun> => {
    const { runDirectory, config, manifest } = await openWholeRun(name, { io, runsDir: flags.runsDir });
    return {
      source: { ...(await readScoredRun(runDirectory, config)), label: name },
      parts: partsOf(config, manifest),
    };
  };
  const sides = { baseline: await read(names.baseline), candidate: await read(names.candidate) };
  const between: PartedRun[] = [];
  for (const name of flags.attribute) between.push(await read(name));
  const found = attribute(sides, between, { metric, config: gate });
  if (found.whole.difference === null)
    throw new UserError("not-comparable", `nothing of ${metric} is in both runs`, {
      hint: "--attribute compares the executions of equal scenarios",
    });
  io.out(flags.json ? jsonText(found, {}) : render(found, io.columns));
}

function render({ metric, whole, parts, together }: Attribution, columns: number): string {
  const width = Math.min(columns, 100);
  const { unit } = whole;
  const interval = ({ low, high }: MeanChange) =>
    low === null || high === null ? "-" : `${showChange(low, unit)} to ${showChange(high, unit)}`;
  // Of a difference that may be none a share says nothing.
  const isTold = whole.low !== null && whole.high !== null && (whole.low > 0 || whole.high < 0);
  const share = ({ difference }: MeanChange) =>
    isTold && difference !== null ? `${Math.round((100 * difference) / whole.difference!)} %` : "-";
  const rows = parts.flatMap(({ part, alone }) =>
    alone.length === 0
      ? [[part, "-", "cannot be separated", "-", "-"]]
      : alone.map(({ from, run, change }) => [
          part,
          from === "baseline" ? `in ${run}` : `out of ${run}`,
          showChange(change.difference, unit),
          interval(change),
          share(change),
        ]),
  );
  const lacking = parts.filter(({ alone }) => alone.length === 0);
  return [
    wrap(
      `${metric}: ${showChange(whole.difference, unit)} in all (${interval(whole)}), ${whole.scenarios} scenarios`,
      width,
      "",
    ),
    ...(parts.length === 0
      ? [
          "Nothing that a run writes down differs between the two: what moved is noise, or a model that changed in silence.",
        ]
      : [
          table(
            [{ title: "part" }, { title: "swapped alone" }, right("change"), right("interval"), right("of the whole")],
            rows,
            columns,
          ),
        ]),
    ...(together === null ? [] : [`Together beyond the sum of the parts: ${showChange(together, unit)}.`]),
    ...lacking.map(({ part }) =>
      wrap(`To separate ${part}: ${PARTS[part]}, then name that run with --attribute.`, width, "  "),
    ),
    ...(isTold ? [] : ["The whole may be no difference at all: shares are left out."]),
  ].join("\n\n");
}
