import { z } from "zod";
import { compareText } from "../../../base/text-order.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { type Estimate, estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateMean, estimateValues, SHARE } from "../metrics/estimate.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const LEVELS = ["all", "1", "2", "3"] as const;
const NONE = "none";
/** What reads files and skills, keeps a list or hands work out looks nothing up. */
const NO_LOOK = ["ls", "read_file", "write_file", "edit_file", "glob", "grep", "write_todos", "task"];

const expectedToolsSchema = z.strictObject({
  ...configurationFields,
  level: z.enum(LEVELS).describe("of the items; `all` of them"),
  executions: count.describe("with a trace"),
  routed: estimateSchema.describe("share that called an expected tool, or none where none is expected"),
  first: estimateSchema.describe(
    "share whose first call is of an expected tool, or that made none where none is expected",
  ),
  only: estimateSchema.describe("share that is routed and called nothing but expected tools"),
  topics: estimateSchema.describe("entity coverage: share of the expected topics that the answer names"),
  confusion: z
    .array(z.strictObject({ expected: z.string(), first: z.string(), count }))
    .describe("executions by what was expected and the tool called first"),
});
type ExpectedToolsRow = z.infer<typeof expectedToolsSchema>;

/** Whether agents call the tools that a person expects for each item, none at all included. */
export const expectedTools = defineAnalysis({
  name: "expected_tools",
  schema: z
    .array(expectedToolsSchema)
    .describe("Of a set whose scenarios say which tools are expected: whether they were called. [] for other sets."),
  needs: [],
  compute: ({ configurations }) => configurations.flatMap(rowsOf),
  behind: { "*": null },
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "Routing: the tools that items expect",
          caption: makeCaption(
            facts,
            "Routed: an expected tool was called, or none where none is expected. First: by the first call alone. Only: nothing else was called besides. What reads files and skills is no tool here. 95 % intervals over items; those of one cluster are one observation.",
          ),
          columns: [
            ...CONFIGURATION_COLUMNS,
            { key: "level", label: "Level", format: "text" },
            ...columnsShown("percent", { routed: "Routed %", first: "First %", only: "Only %" }, { interval: true }),
            { key: "topics", label: "Topics %", format: "percent", interval: true },
            { key: "executions", label: "n", format: "count" },
          ],
          rows: rows.map(({ confusion: _, ...row }) => row),
        },
});

function rowsOf({ configuration, executions }: ScoredConfiguration): ExpectedToolsRow[] {
  return LEVELS.flatMap((level) => {
    const asked = executions.filter(
      ({ scenario: { routing } }) => routing && (level === "all" || level === String(routing.level)),
    );
    if (asked.length === 0) return [];
    const name = `expected tools/${configurationName(configuration)}/${level}`;
    const traced = asked.flatMap((execution) => {
      const called = calledBy(execution);
      return called
        ? [{ expected: execution.scenario.routing!.tools, called, cluster: clusterOf(execution.scenario) }]
        : [];
    });
    const share = (what: string, holds: (one: (typeof traced)[number]) => boolean): Estimate =>
      estimateValues({
        values: traced.map((one) => Number(holds(one))),
        clusters: traced.map(({ cluster }) => cluster),
        ...{ unscored: asked.length - traced.length, range: SHARE, seed: [name, what] },
      });
    const fits = ({ expected, called }: Called, some: readonly string[]) =>
      expected.length === 0 ? called.length === 0 : some.some((tool) => expected.includes(tool));
    return [
      {
        ...configuration,
        ...{ level, executions: traced.length },
        routed: share("routed", (one) => fits(one, one.called)),
        first: share("first", (one) => fits(one, one.called.slice(0, 1))),
        only: share("only", (one) => fits(one, one.called) && one.called.every((tool) => one.expected.includes(tool))),
        topics: estimateMean(asked, "entity_coverage", name),
        confusion: confusionOf(traced),
      },
    ];
  });
}

interface Called {
  expected: readonly string[];
  /** Each once, in the order of the first calls. */
  called: readonly string[];
}

/** Null where nobody saw the calls. */
function calledBy({ processCounts }: ScoredExecution): string[] | null {
  return processCounts?.tools.map(({ tool }) => tool).filter((tool) => !NO_LOOK.includes(tool)) ?? null;
}

function confusionOf(traced: readonly Called[]): ExpectedToolsRow["confusion"] {
  const counts = new Map<string, ExpectedToolsRow["confusion"][number]>();
  for (const { expected, called } of traced) {
    const cell = { expected: [...expected].sort().join(" or ") || NONE, first: called[0] ?? NONE };
    const key = JSON.stringify(cell);
    counts.set(key, { ...cell, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => compareText(a.expected, b.expected) || compareText(a.first, b.first));
}
