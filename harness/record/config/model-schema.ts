import { z } from "zod";
import { PROVIDERS, WORKFLOW_NAME } from "../../../agent/contract/contract.ts";
import { environmentNameSchema } from "./environment-name.ts";
import { secondsSchema } from "./seconds.ts";

const positive = z.number().int().positive();
/** Three of them and a number make the name of a file. */
const LONGEST_NAME = 80;
const isFree = (name: string) => !(name in {});
const TAKEN = "a name that every JavaScript object has: choose another";
export const nameSchema = z
  .string()
  .max(LONGEST_NAME)
  .refine(isFree, TAKEN)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "letters, digits, dot, underscore and dash only: it becomes a file name");
export const workflowNameSchema = z
  .string()
  .max(LONGEST_NAME)
  .refine(isFree, TAKEN)
  .regex(WORKFLOW_NAME, "small letters, digits and single underscores, a letter first: it becomes a file name");

const dollars = z.number().min(0);
export const priceSchema = z
  .strictObject({
    input: dollars,
    output: dollars,
    cached_input: dollars.optional().describe("default: as input"),
    cache_write: dollars.optional().describe("default: as input"),
  })
  .describe("US dollars per million tokens");
export type PriceEntry = z.infer<typeof priceSchema>;

const endpoint = {
  provider: z
    .enum(PROVIDERS)
    .describe("policy = deterministic stand-in; openai = any OpenAI-compatible endpoint; anthropic; google"),
  api: z.enum(["chat", "responses"]).optional().describe("which of OpenAI's protocols; default chat"),
  model: z.string().min(1).describe("the provider's model id; for policy: explorer, planner or sprinter"),
  family: z
    .string()
    .min(1)
    .optional()
    .describe(
      "vendor family; a judge's must differ from that of every system that it judges. Default: the model's name up to the first digit",
    ),
  base_url: z.url().optional(),
  api_key_env: environmentNameSchema.optional(),
  temperature: z.number().min(0).max(2).default(0),
  max_output_tokens: positive.optional(),
  request_timeout_s: secondsSchema
    .default(2000)
    .describe("longest silence: until the answer is complete or, with `stream`, until its next event"),
  stream: z.boolean().optional().describe("for providers that think for minutes; the answer is the same"),
  extra_body: z
    .record(z.string(), z.json())
    .optional()
    .describe("merged into every request's body; null takes a member away, such as `temperature: null`"),
  max_retries: z.number().int().min(0).default(4).describe("of one request; an agent is never retried"),
  price: priceSchema.optional().describe("default: of `prices`; without one the cost is unknown"),
};

/** What a reader wants to know of a model and no request needs: stated by whoever configures it, shown as stated. */
const factsSchema = z.strictObject({
  same_as: z
    .string()
    .min(1)
    .optional()
    .describe("the model's own name: entries that share it and differ in `serving` are compared by that factor"),
  developer: z.string().min(1).optional(),
  parameters: z.string().min(1).optional().describe("in all, such as 671B"),
  active: z.string().min(1).optional().describe("active parameters, such as 37B"),
  experts: z.string().min(1).optional().describe("such as 8 of 256"),
  context: positive.optional().describe("tokens of the context window as served"),
  release: z.string().min(1).optional().describe("date or version"),
  licence: z.string().min(1).optional(),
  reasoning: z.string().min(1).optional().describe("reasoning mode, such as off, or high"),
  serving: z.string().min(1).optional().describe("serving stack, such as vLLM 0.11, FP8"),
});
export const MODEL_FACTS = factsSchema.omit({ same_as: true }).keyof().options;

export const modelSchema = z.strictObject({
  name: nameSchema.describe("name in tables and files; a policy model may not carry a real model's name"),
  ...endpoint,
  context_window: positive.default(128_000),
  facts: factsSchema.optional().describe("shown in the table of models"),
});
export type ModelEntry = z.infer<typeof modelSchema>;

/** A language model that judges or describes: not one of ours. */
export const remoteModelSchema = z.strictObject({
  ...endpoint,
  provider: z.enum(["openai", "anthropic"]),
  context_window: modelSchema.shape.context_window
    .unwrap()
    .optional()
    .describe("as served; where it is given, what a judge is shown is held against it before the run"),
});
export type RemoteModel = z.infer<typeof remoteModelSchema>;
