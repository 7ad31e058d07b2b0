import { z } from "zod";
import { POLICIES } from "../../../agent/knowledge/policies.ts";

export const POLICY_FILES = [...POLICIES, "preferences"] as const;

/** A folder; once read, its texts by their names, so that a run needs the folder no more. */
export const policiesSchema = z
  .union([z.string().min(1), z.partialRecord(z.enum(POLICY_FILES), z.string().min(1))])
  .describe(
    `a folder with your own policies, which replace the shipped ones: any of ${POLICY_FILES.map((name) => `${name}.md`).join(", ")}`,
  );
export type PolicyEntry = z.infer<typeof policiesSchema>;
