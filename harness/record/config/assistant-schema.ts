import { isIP } from "node:net";
import { z } from "zod";
import { ACCESS_ROLES } from "../../../assistant/protocol/principal.ts";
import { environmentNameSchema } from "./environment-name.ts";

const stateSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("embedded").describe("in .scopebench/assistant/ of the folder that the service is started in"),
  }),
  z.strictObject({
    type: z.literal("postgres").describe("a database that several services may share; its login owns it"),
    url_env: environmentNameSchema
      .default("SCOPEBENCH_ASSISTANT_POSTGRES_URL")
      .describe("name of the variable that holds postgres://user:password@host/database"),
  }),
]);

const personSchema = z
  .string()
  .regex(/^[\w.@+:|/-]{1,200}$/, "letters, digits and . @ + : | / - _")
  .describe("as in documents, reviews and the audit log");
const roleSchema = z
  .enum(ACCESS_ROLES)
  .describe("ask: own threads; review: all of the tenant's, and decisions on them; operate: everything");
const tenantSchema = personSchema.describe("whose threads no other tenant sees");

const userSchema = z.strictObject({
  name: personSchema,
  token_env: environmentNameSchema.describe("name of the variable that holds the token which this person shows"),
  tenant: tenantSchema.default("default"),
  role: roleSchema.default("ask"),
});

const networkSchema = z.string().refine((text) => {
  const [base = "", bits, ...more] = text.split("/");
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(base)] ?? -1;
  return most > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
}, "an address, or a network such as 10.0.0.0/8");

const headerSchema = z.string().regex(/^[a-z][a-z0-9-]*$/, "the header's name in lower case");

const proxySchema = z.strictObject({
  from: z
    .array(networkSchema)
    .min(1)
    .describe("addresses of trusted proxies; headers from other addresses are ignored"),
  user_header: headerSchema.describe(
    "header that names the user, such as x-forwarded-user; the proxy must strip it from incoming requests",
  ),
  tenant_header: headerSchema.optional().describe("names the tenant; absent: `tenant`"),
  tenant: tenantSchema.default("default"),
  role: roleSchema.default("ask"),
  roles: z.record(personSchema, roleSchema).default({}).describe("of these people, by name"),
});

const count = z.number().int().positive().optional();
const budgetSchema = z.strictObject({
  model_calls: count,
  tool_calls: count,
  tokens: count,
  cost_usd: z.number().positive().optional().describe("needs the price of every model"),
});

/** How people are served: `scopebench assistant`. */
export const assistantSchema = z.strictObject({
  state: stateSchema.prefault({ type: "embedded" }).describe("where threads are kept"),
  users: z
    .array(userSchema)
    .default([])
    .describe("users who may ask; if users or a proxy are set, everyone else is refused"),
  proxy: proxySchema
    .optional()
    .describe("a proxy in front that asks people who they are (OIDC), and says so in a header"),
  keep_days: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe("days after its last use when a thread is erased with all that belongs to it; absent = never"),
  session: budgetSchema.prefault({}).describe("what one conversation may take; absent = no bound"),
  limits: z
    .strictObject({
      requests_per_minute: count,
      body_bytes: count,
      runs_at_once: count,
      per_day: budgetSchema.prefault({}).describe("in 24 hours"),
    })
    .prefault({})
    .describe("of each person"),
  safe_mode: z
    .union([z.boolean(), z.array(z.string())])
    .default(false)
    .describe("calls wait for a decision: true = every retrieval, or tools by name; --safe-mode goes before it"),
  decisions: z
    .enum(["owner", "reviewers"])
    .default("owner")
    .describe("who decides on waiting calls: the person who asked, or reviewers only"),
});

export type AssistantConfig = z.infer<typeof assistantSchema>;
