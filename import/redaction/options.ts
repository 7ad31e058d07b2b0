import { z } from "zod";

export const BUILT_IN_RECOGNISERS = ["email", "phone", "iban", "credit_card", "ip_address"] as const;

const RESERVED: readonly string[] = [...BUILT_IN_RECOGNISERS, "person"];

const ownPattern = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, "lower-case letters, digits and underscores, a letter first, 40 at most")
    .refine((name) => !RESERVED.includes(name), "the name of a built-in recogniser"),
  pattern: z
    .string()
    .min(1)
    .describe("regular expression in RE2's syntax, which has no look-around: `(?i)\\bemp-\\d{6}\\b`"),
});

/** `redaction` of `bench.yaml`: what is taken for personal data, and what its placeholders are made with. */
export const redactionSchema = z.strictObject({
  recognisers: z
    .array(z.enum(BUILT_IN_RECOGNISERS))
    .default([...BUILT_IN_RECOGNISERS])
    .describe("built-in ones; absent = all"),
  phone_country: z
    .string()
    .regex(/^[A-Z]{2}$/, "a country's two letters, such as DE")
    .optional()
    .describe("numbers as they are written in this country are phone numbers too; absent = those with + alone"),
  persons_file: z
    .string()
    .min(1)
    .optional()
    .describe("a text file with people's names, a line a person: `Ada Lovelace; Lovelace, Ada; alovelace`"),
  patterns: z
    .array(ownPattern)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "names repeat")
    .default([])
    .describe("recognisers of one's own"),
  key_env: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, "the NAME of an environment variable, never the key itself")
    .default("SCOPEBENCH_REDACTION_KEY")
    .describe("holds the key of the placeholders, 16 characters at least: the same key gives the same placeholders"),
});
export type RedactionOptions = z.output<typeof redactionSchema>;
