import type { z } from "zod";
import type { LiveSource } from "./port.ts";

/** What reaches outside; a test or a recording gives its own. */
export interface SourceEffects {
  fetch: typeof fetch;
}

/** A type of source that a configuration can name. One folder a type, one line in `registry.ts`. */
export interface SourceType<Options extends z.ZodObject = z.ZodObject> {
  options: Options;
  open(name: string, options: z.infer<Options>, effects: SourceEffects): LiveSource;
}
