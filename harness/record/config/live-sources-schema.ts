import { z } from "zod";
import { FACT_CHECKS, PROMPT_LANGUAGES, VALIDATIONS } from "../../../agent/contract/contract.ts";
import { IN_PROCESS_SOURCES } from "../../../db/sources/in-process/content.ts";
import { SOURCE_TYPES } from "../../../db/sources/registry.ts";

const positive = z.number().int().positive();

const limits = { items: positive.max(1000), pages: positive.max(100), opened: z.number().int().min(0).max(100) };

const served = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/, "expected lower-case letters, digits, _ and -, a letter first")
    .describe("as the agent, traces and tables call it"),
  token_env: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]*(?:\{caller\}[A-Za-z0-9_]*)?$/,
      "expected the name of a variable, with {caller} at most once",
    )
    .describe(
      "variable with the token; {caller} in it stands for who asks, in capitals: WIKI_TOKEN_{caller} is WIKI_TOKEN_ADA_KELLER for ada.keller",
    ),
  sign_in: z
    .strictObject({
      authorize: z.url({ protocol: /^https?$/ }),
      token: z.url({ protocol: /^https?$/ }),
      client_id: z.string().min(1),
      client_secret_env: z
        .string()
        .min(1)
        .optional()
        .describe("variable with the secret, where one is wanted besides PKCE"),
      audience: z.string().min(1).optional().describe("whose tokens are asked for, where the server wants it said"),
      scope: z.string().min(1).optional().describe("with offline_access or the like where tokens are to be renewed"),
    })
    .optional()
    .describe(
      "of the assistant: people sign in there (OAuth's authorisation code with PKCE) in place of typing a token",
    ),
  ids: z
    .string()
    .min(1)
    .optional()
    .describe(
      "JSON file, the scenarios' id of an item by the source's own; absent = scenarios have the source's own ids",
    ),
};

/** A source behind an adapter: what all have, and what its type asks for. */
const sourceSchema = z.discriminatedUnion("type", [
  SOURCE_TYPES.confluence.options.extend({ type: z.literal("confluence"), ...served }),
  SOURCE_TYPES.dokuwiki.options.extend({ type: z.literal("dokuwiki"), ...served }),
  SOURCE_TYPES.jira.options.extend({ type: z.literal("jira"), ...served }),
  SOURCE_TYPES.matrix.options.extend({ type: z.literal("matrix"), ...served }),
  SOURCE_TYPES.redmine.options.extend({ type: z.literal("redmine"), ...served }),
  SOURCE_TYPES.rocketchat.options.extend({ type: z.literal("rocketchat"), ...served }),
  SOURCE_TYPES.slack.options.extend({ type: z.literal("slack"), ...served }),
]);
export type SourceEntry = z.infer<typeof sourceSchema>;

/** Sources that are asked where they are, with the rights of each scenario's caller; by the workflow `sources` and the tools `live_source`. */
export const liveSourcesSchema = z
  .strictObject({
    sources: z.array(sourceSchema).min(1).optional().describe("servers, each asked with the caller's own token"),
    in_process: z
      .strictObject({
        path: z.string().min(1).describe("sources.json: members, places and items, as scripts/world.ts writes them"),
        rights: z
          .enum(["caller", "service"])
          .default("caller")
          .describe(
            "service: careless on purpose, searches with a service account and looks at rights when an item is opened",
          ),
      })
      .optional()
      .describe("stand-ins for servers, over a file in this process"),
    validation: z.enum(VALIDATIONS).default("relaxed"),
    fact_check: z.enum(FACT_CHECKS).default("lenient"),
    prompts: z
      .enum(PROMPT_LANGUAGES)
      .default("en")
      .describe("language of the workflow's prompts and of its answers; questions may be in any"),
    rounds: positive.max(20).default(3).describe("times that sources are chosen and searched, at most"),
    refinements: z
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe("of a source: times that it is searched again at once, with keywords from what it gave"),
    asked: z.array(z.string()).min(1).optional().describe("names of the sources that are asked; absent = all"),
    items: limits.items.default(20).describe("asked of a source each time"),
    pages: limits.pages.default(2).describe("of a source's results, at most"),
    opened: limits.opened.default(3).describe("of those items, the first ones that are opened"),
    limits: z
      .record(z.string(), z.strictObject(limits).partial())
      .optional()
      .describe("of single sources, by name: `limits: { chat: { items: 100, pages: 5 } }`"),
  })
  .check(({ value, issues }) => {
    const { sources = [], in_process, limits: own = {} } = value;
    if ((sources.length === 0) === (in_process === undefined))
      issues.push({ code: "custom", input: value, message: "expected either sources or in_process" });
    const names = sourceNames(value);
    const unknown = Object.keys(own).filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      const message = `no source is called ${unknown.join(", ")}; there are: ${names.join(", ")}`;
      issues.push({ code: "custom", input: value, path: ["limits"], message });
    }
    const twice = names.filter((name, at) => names.indexOf(name) < at);
    if (twice.length > 0)
      issues.push({ code: "custom", input: value, path: ["sources"], message: `named twice: ${twice.join(", ")}` });
  });

/** As the agent, traces and tables call them. */
export function sourceNames({ sources = [], in_process }: { sources?: SourceEntry[]; in_process?: object }): string[] {
  return in_process ? [...IN_PROCESS_SOURCES] : sources.map(({ name }) => name);
}
