import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { type Estimate, estimateSchema } from "../../../harness/record/domain/estimate.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource, FigureTable } from "../source.ts";
import { count, share } from "../written.ts";

const rowsSchema = z.array(
  z.object({
    ...{ model: z.string(), workflow: z.string(), levels: z.string().optional() },
    ...{ answered: estimateSchema, exposed_context: estimateSchema, exposed_answer: estimateSchema },
  }),
);
const baselinesSchema = z.array(
  z.object({ label: z.string(), metrics: z.object({ "recall@5": estimateSchema }).loose() }),
);

/** The example of an agent over live sources, and faults of agents planted into its traces. */
export const liveSources: FigureSource = {
  name: "live-sources",
  command:
    "npx scopebench run -c examples/sources.yaml --quick; node --import tsx scripts/figures.ts live-sources --run latest",
  about:
    "examples/sources.yaml: answers over live sources beside an index of everything and the sources' own search, by three stand-ins; and the three faults of agents planted into 300 of its traces",
  measure: async ({ run }) => {
    if (run === undefined)
      throw new UserError("usage", "expected a run of examples/sources.yaml", { hint: "--run FOLDER" });
    const read = <T>(name: string, schema: z.ZodType<T>) =>
      schema.parse(JSON.parse(readFileSync(join(run, "metrics", `${name}.json`), "utf8")));
    const rows = read("live_sources", rowsSchema);
    const planted = printedTables(runScript("scripts/agent-faults.ts", run, "--plant", "300"), ["planted"]);
    return {
      tables: { ...planted, levels: levelsOf(rows, read("baselines", baselinesSchema)) },
      values: { executions: count(rows.reduce((sum, { exposed_answer: { n } }) => sum + n, 0)) },
    };
  },
};

function levelsOf(rows: z.infer<typeof rowsSchema>, baselines: z.infer<typeof baselinesSchema>): FigureTable {
  const models = [...new Set(rows.map(({ model }) => model))];
  const byLevel = grouped(rows, ({ workflow, levels }) => [workflow, levels ?? ""].join(" ").trim());
  const agents = [...byLevel].map(([name, own]) => [
    `\`${name}\``,
    ...models.map((model) => within(own.find((row) => row.model === model)?.answered)),
    ...[of(own.map((row) => row.exposed_context)), of(own.map((row) => row.exposed_answer))],
  ]);
  const rankers = baselines.map(({ label, metrics }) => [
    label,
    ...models.map((_, at) => (at === 0 ? `${within(metrics["recall@5"])}, no model` : "")),
    ...["", ""],
  ]);
  return { columns: ["asked by", ...models, "exposed to the model", "in the answer"], rows: [...agents, ...rankers] };
}

function within(estimate: Estimate | undefined): string {
  if (!estimate) return "–";
  return `${share(estimate.mean)} [${share(estimate.low)}, ${share(estimate.high)}]`;
}

/** Executions of several configurations: `3 of 60`. */
function of(shares: readonly Estimate[]): string {
  const executions = shares.reduce((sum, { n }) => sum + n, 0);
  return `${count(shares.reduce((sum, { mean, n }) => sum + (mean ?? 0) * n, 0))} of ${count(executions)}`;
}
