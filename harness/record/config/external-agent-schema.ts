import { z } from "zod";
import { RECORDED_FORMATS } from "../../../agent/contract/contract.ts";
import { environmentNameSchema } from "./environment-name.ts";
import { nameSchema } from "./model-schema.ts";

const externalAgentBase = {
  name: nameSchema.describe("stands where a model's name stands, in tables and files"),
  family: z
    .string()
    .min(1)
    .optional()
    .describe("vendor family of the model inside it: a judge's must differ. Default: the agent's name"),
  tools: z
    .boolean()
    .default(true)
    .describe("it gets our tools, and its calls are recorded; false = it has its own, unseen"),
  reports: z
    .array(z.enum(["ranking", "usage"]))
    .default([])
    .describe("what it reports in every answer: a ranked list, its tokens. What it does not is unscored, never 0"),
};
const passedOn = z
  .array(environmentNameSchema)
  .default([])
  .describe("environment variables that it is given, by name; no others are");

export const externalAgentSchema = z.discriminatedUnion("type", [
  z.strictObject({
    ...externalAgentBase,
    type: z.literal("module"),
    path: z.string().min(1).describe("exports `openAgent`; runs in this process, so it is trusted as the harness is"),
    environment: passedOn,
  }),
  z.strictObject({
    ...externalAgentBase,
    type: z.literal("http"),
    url: z.url({ protocol: /^https?$/ }).describe("gets a POST for each turn"),
    token_env: environmentNameSchema.optional().describe("sent as a bearer token"),
  }),
  z.strictObject({
    ...externalAgentBase,
    type: z.literal("command"),
    command: z
      .array(z.string().min(1))
      .min(1)
      .describe(
        "program and arguments, run for each turn in an empty folder; ./ and ../ start from this file's folder",
      ),
    environment: passedOn,
  }),
  z.strictObject({
    ...externalAgentBase,
    type: z.enum(RECORDED_FORMATS),
    path: z
      .string()
      .min(1)
      .describe(
        "its recorded answers, a file or a folder of them: otlp: spans in OTLP's JSON encoding, by the conventions for GenAI; atif: trajectories, as Harbor's agents write them",
      ),
    tools: z.literal(false).default(false).describe("what it retrieved then was not seen"),
  }),
]);
export type ExternalAgentEntry = z.infer<typeof externalAgentSchema>;
