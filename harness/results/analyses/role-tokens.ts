import { z } from "zod";
import { ROLES, type Role } from "../../../agent/contract/contract.ts";
import { configuration as configurationFields, count, numberOrNull } from "../../record/domain/fields.ts";
import type { Extraction } from "../../record/domain/records.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const roleTokensSchema = z.strictObject({
  ...configurationFields,
  role: z.enum(ROLES).nullable().describe("null where no execution tells"),
  executions: count.describe("of which it is known what each role spent; the means are over these"),
  model_calls: numberOrNull,
  tokens_in: numberOrNull,
  tokens_out: numberOrNull,
  tokens_system_prompts: numberOrNull.describe("of tokens_in, counted here: system prompts, over all requests"),
  tokens_skills: numberOrNull.describe("of tokens_in, counted here: loaded skills, over all requests they went with"),
});
type RoleTokens = z.infer<typeof roleTokensSchema>;
type Usage = NonNullable<Extraction["roles"]>[number];

export const roleTokens = defineAnalysis({
  name: "role_tokens",
  schema: z
    .array(roleTokensSchema)
    .describe(
      "What a route of knowledge costs: means per execution of each configuration, for each role of its agents.",
    ),
  needs: [],
  compute: ({ configurations }) => configurations.flatMap(rolesOf),
  table: (rows, facts) => ({
    title: "Tokens by role, and what instructions take of them",
    caption: makeCaption(
      facts,
      "Means per execution (n), all requests of a role together: requests to the model, its input and output tokens, and, counted at four characters a token, how many of the input tokens were system prompts and skills that the role had loaded. Each request carries both again.",
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      { key: "role", label: "Role", format: "text" },
      { key: "model_calls", label: "Requests", format: "rating" },
      ...columnsShown("count", {
        tokens_in: "Input tokens",
        tokens_system_prompts: "System prompts",
        tokens_skills: "Skills",
        tokens_out: "Output tokens",
        executions: "n",
      }),
    ],
    rows: rows.map((row) => ({ ...row, ...wholeTokens(row) })),
  }),
});

/** One row for each role that acted, and one where that is not told. A role that did not act in an execution spent 0 there. */
function rolesOf({ configuration, executions }: ScoredConfiguration): RoleTokens[] {
  const known = executions.flatMap(({ processCounts }) => (processCounts?.roles ? [byRole(processCounts.roles)] : []));
  if (known.length === 0) return [{ ...configuration, ...UNKNOWN }];
  return ROLES.filter((role) => known.some((usages) => usages.has(role))).map((role) => {
    const average = (key: Exclude<keyof Usage, "role">) =>
      known.reduce((sum, usages) => sum + (usages.get(role)?.[key] ?? 0), 0) / known.length;
    return {
      ...configuration,
      role,
      executions: known.length,
      model_calls: average("model_calls"),
      tokens_in: average("tokens_in"),
      tokens_out: average("tokens_out"),
      tokens_system_prompts: average("tokens_system_prompts"),
      tokens_skills: average("tokens_skills"),
    };
  });
}

/** Whole tokens, for a reader. */
function wholeTokens(row: RoleTokens): Record<string, number | null> {
  const keys = ["tokens_in", "tokens_out", "tokens_system_prompts", "tokens_skills"] as const;
  return Object.fromEntries(keys.map((key) => [key, row[key] && Math.round(row[key])]));
}

const UNKNOWN = {
  ...{ role: null, executions: 0, model_calls: null, tokens_in: null, tokens_out: null },
  ...{ tokens_system_prompts: null, tokens_skills: null },
};

function byRole(usages: readonly Usage[]): ReadonlyMap<Role, Usage> {
  return new Map(usages.map((usage) => [usage.role, usage]));
}
