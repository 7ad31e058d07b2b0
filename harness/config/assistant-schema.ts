import { z } from "zod";
import { environmentNameSchema } from "./environment-name.ts";

const stateSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("embedded").describe("in .scopebench/assistant/ of the folder that the service is started in"),
  }),
  z.strictObject({
    type: z.literal("postgres").describe("a database that several services may share; its login may make roles"),
    url_env: environmentNameSchema
      .default("SCOPEBENCH_ASSISTANT_POSTGRES_URL")
      .describe("name of the variable that holds postgres://user:password@host/database"),
  }),
]);

/** How people are served: `scopebench assistant`. */
export const assistantSchema = z.strictObject({
  state: stateSchema.prefault({ type: "embedded" }).describe("where threads are kept"),
});
