import { z } from "zod";
import { type Estimate, estimateSchema } from "../../record/domain/estimate.ts";
import { configurationName as nameField } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { type FoundLinks, foundLinks } from "../metrics/discovery/found-links.ts";
import { estimateValues, SHARE } from "../metrics/estimate.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const discoverySchema = z.strictObject({
  configuration: nameField,
  links: z.enum(["none left", "some left", "all"]),
  recall10: estimateSchema,
  recall: estimateSchema,
  retrieved: estimateSchema.describe("share of the hidden links whose test case stands in a successful tool result"),
  precision10: estimateSchema,
  echoed: estimateSchema.describe("share of recommended ids that are linked already"),
  abstained: estimateSchema,
  chance10: z.number().describe("mean recall of ten ids drawn at random"),
});
type DiscoveryRow = z.infer<typeof discoverySchema>;

export const discovery = defineAnalysis({
  name: "discovery",
  schema: z
    .array(discoverySchema)
    .describe(
      "Of a set that asks for hidden links: what each configuration found, of items that kept no link, of those that kept some, of all. [] for a set that hides none.",
    ),
  needs: [],
  compute: ({ configurations }) => analyseDiscovery(configurations),
  table: (result, facts) =>
    result.length === 0
      ? null
      : {
          title: "Hidden links found",
          caption: makeCaption(
            facts,
            "Links between test cases and backlog items were taken out of the whole substrate and are asked for. None left: items that kept no link; some left: half of theirs.",
            "Recall: share of the hidden links that texts or attributes support, among the first ten recommended and in the whole list; links that are recorded are taken off the list first. Retrieved: share that appears in a tool result. Chance: recall@10 of ids drawn at random.",
            "Precision is a lower bound: the other ids have not been assessed. Echoed: recommended ids that are linked already, which the question asks to leave out.",
          ),
          columns: [
            ...columnsShown("text", { configuration: "Configuration", links: "Links" }),
            { key: "recall10", label: "Recall@10", format: "decimal", interval: true },
            ...columnsShown("decimal", { recall: "Recall", retrieved: "Retrieved", precision10: "P@10" }),
            ...columnsShown("percent", { echoed: "Echoed %", abstained: "Abstained %" }),
            { key: "chance10", label: "Chance", format: "decimal" },
            { key: "n", label: "n", format: "count" },
          ],
          rows: result.map((row) => ({ ...row, n: row.recall10.n })),
        },
});

/** An execution without an answer found nothing: 0. */
function analyseDiscovery(configurations: readonly ScoredConfiguration[]): DiscoveryRow[] {
  return configurations.flatMap(({ configuration, executions }) => {
    const found = executions.flatMap((execution) => {
      const links = foundLinks(execution);
      return links ? [{ ...links, some: (execution.scenario.discovery?.recorded_ids.length ?? 0) > 0 }] : [];
    });
    const groups = [
      { links: "none left" as const, rows: found.filter(({ some }) => !some) },
      { links: "some left" as const, rows: found.filter(({ some }) => some) },
      { links: "all" as const, rows: found },
    ];
    return groups
      .filter(({ rows }) => rows.length > 0)
      .map(({ links, rows }) => describe(configurationName(configuration), links, rows));
  });
}

function describe(configuration: string, links: DiscoveryRow["links"], rows: readonly FoundLinks[]): DiscoveryRow {
  const estimate = (name: keyof Omit<FoundLinks, "scenario">): Estimate => {
    const scored = rows.flatMap((row) => {
      const value = row[name];
      return value === null ? [] : [{ value, cluster: row.scenario }];
    });
    return estimateValues({
      values: scored.map(({ value }) => value),
      clusters: scored.map(({ cluster }) => cluster),
      unscored: rows.length - scored.length,
      range: SHARE,
      seed: ["discovery", configuration, links, name],
    });
  };
  return {
    configuration,
    links,
    recall10: estimate("recall10"),
    recall: estimate("recall"),
    retrieved: estimate("retrieved"),
    precision10: estimate("precision10"),
    echoed: estimate("echoed"),
    abstained: estimate("abstained"),
    chance10: rows.reduce((sum, { chance10 }) => sum + chance10, 0) / rows.length,
  };
}
