import { z } from "zod";

const positive = z.number().int().positive();

/** How a workflow retrieves for its answer; what is absent is as the workflow's name says. */
export const retrievalSchema = z
  .strictObject({
    grade: z.boolean().optional().describe("weak results are not answered from"),
    rewrite: z.boolean().optional().describe("rewrite the query when results are weak; requires grade"),
    rerank: z.enum(["none", "cross_encoder", "llm_listwise"]).optional().describe("what puts the results in order"),
    pool: positive.max(1000).optional().describe("records that a re-ranker chooses from; absent: 50"),
    answered_from: positive.max(1000).optional().describe("records that the answer is written from; absent: 20"),
  })
  .describe("how workflows that retrieve once (*_rag) do it");
