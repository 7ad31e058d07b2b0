import { z } from "zod";
import { readYaml } from "../../../base/yaml.ts";
import { patternFault } from "../../../import/redaction/recognisers/pattern.ts";

const pattern = z.string().superRefine((source, context) => {
  const fault = patternFault(source);
  if (fault !== null) context.addIssue({ code: "custom", message: `${fault}; patterns are RE2's` });
});

const featureSchema = z.strictObject({
  feature: z
    .string()
    .regex(/^\S(?:.*\S)?$/)
    .max(80)
    .describe("what reports say that their configuration has"),
  block: pattern.describe("fits a line that is not indented"),
  lines: z.array(pattern).default([]).describe("each fits a line beneath it, at any depth"),
  seen: z.number().int().default(0).describe("reports with a configuration that has it"),
  keep: z.boolean().nullable().default(null).describe("what a person says; null: nobody has looked"),
});
export type Feature = z.infer<typeof featureSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  files: z
    .array(z.string().min(1))
    .default(["*.cfg", "*.conf", "*.config", "*running-config*", "*startup-config*"])
    .describe("names of attachments that are configurations of devices; * stands for anything"),
  features: z.array(featureSchema).default([]),
});
/** `features.yaml`: which attachments are configurations, and what in them is a feature. */
export type FeaturesFile = z.infer<typeof fileSchema>;

export const NO_FEATURES: FeaturesFile = fileSchema.parse({ version: 1 });

/** @throws UserError `input` naming what in the file is wrong */
export async function readFeatures(file: string): Promise<FeaturesFile> {
  return await readYaml(file, fileSchema, "input");
}
