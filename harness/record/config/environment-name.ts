import { z } from "zod";

/** Secrets come from the environment: the configuration holds names only. */
export const environmentNameSchema = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, "the NAME of an environment variable, never the key itself");
