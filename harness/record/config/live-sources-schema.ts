import { z } from "zod";
import { FACT_CHECKS, VALIDATIONS } from "../../../agent/contract/contract.ts";

const positive = z.number().int().positive();

/** Sources that are asked where they are, with the rights of each scenario's caller; by the workflow `sources` and the tools `live_source`. */
export const liveSourcesSchema = z.strictObject({
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
    .describe("stand-ins for servers, over a file in this process"),
  validation: z.enum(VALIDATIONS).default("relaxed"),
  fact_check: z.enum(FACT_CHECKS).default("lenient"),
  rounds: positive.max(20).default(3).describe("times that sources are chosen and searched, at most"),
  items: positive.max(1000).default(20).describe("asked of a source each time"),
  pages: positive.max(100).default(2).describe("of a source's results, at most"),
  opened: z.number().int().min(0).max(100).default(3).describe("of those items, the first ones that are opened"),
});
