import { z } from "zod";
import { DTYPES } from "../../../db/embeddings/local-model/weight-files.ts";
import { environmentNameSchema } from "./environment-name.ts";
import { secondsSchema } from "./seconds.ts";

const crossEncoderEndpoint = z.strictObject({
  protocol: z
    .enum(["cohere", "tei"])
    .default("cohere")
    .describe("cohere: of Cohere, Jina, vLLM and others; tei: of Text Embeddings Inference"),
  base_url: z.url({ protocol: /^https?$/ }).describe("up to and without /rerank"),
  model: z.string().min(1),
  api_key_env: environmentNameSchema.optional(),
  max_retries: z.number().int().min(0).max(20).default(4),
  request_timeout_s: secondsSchema.default(60),
});
const localCrossEncoder = z.strictObject({
  protocol: z
    .literal("onnx")
    .describe(
      "a transformers.js model in a local folder, exported for sequence classification; needs @huggingface/transformers",
    ),
  path: z.string().min(1),
  dtype: z.enum(DTYPES).default("fp32"),
  context_tokens: z
    .number()
    .int()
    .positive()
    .default(512)
    .describe("of question and record together; what is longer is cut"),
});
/** What re-ranks, where a workflow has it done by a cross-encoder: an endpoint, or a model in a folder. */
export const crossEncoderSchema = z.discriminatedUnion("protocol", [crossEncoderEndpoint, localCrossEncoder]);
export type CrossEncoderEntry = z.infer<typeof crossEncoderSchema>;
