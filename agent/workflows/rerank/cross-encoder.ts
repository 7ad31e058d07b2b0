import { basename } from "node:path";
import { z } from "zod";
import { namedSecret } from "../../../base/environment.ts";
import { postJson } from "../../../base/providers/post-json.ts";
import { currentRecording } from "../../../base/providers/recording/recording.ts";
import { secretsOf } from "../../../base/providers/secrets/secrets.ts";
import { UserError } from "../../../base/user-error.ts";
import type { CrossEncoderConfig, CrossEncoderEndpoint } from "../../contract/contract.ts";
import type { Hit } from "../retrieval/state.ts";
import type { ScorePairs } from "./local-model.ts";

interface Access {
  endpoint: CrossEncoderConfig | undefined;
  /** Of `protocol: onnx`. */
  local?: ScorePairs | undefined;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Cohere, Jina, vLLM and most others give `results`; Text Embeddings Inference a bare list. */
const entrySchema = z
  .object({ index: z.int().min(0), relevance_score: z.number().optional(), score: z.number().optional() })
  .transform(({ index, relevance_score, score }) => ({ index, score: relevance_score ?? score }))
  .pipe(z.object({ index: z.number(), score: z.number() }));
const answerSchema = z.union([
  z.array(entrySchema),
  z.object({ results: z.array(entrySchema) }).transform(({ results }) => results),
]);

/**
 * Orders the hits by what a cross-encoder, behind `/rerank` or in a local folder, scores question and record together, best first; ties as the
 * search had them. Recorded and replayed like every request to a model.
 * @throws UserError `config` without an endpoint, `substrate` where the answer scores other records than were sent
 */
export async function crossEncode(
  { endpoint, environment, local }: Access,
  { question, hits }: { question: string; hits: readonly Hit[] },
): Promise<{ ids: string[]; scores: number[] }> {
  if (!endpoint)
    throw new UserError("config", "a cross-encoder is to put records in order, and none is configured", {
      hint: "set cross_encoder: { base_url: ..., model: ... }, or { protocol: onnx, path: ... }",
    });
  if (hits.length === 0) return { ids: [], scores: [] };
  const texts = hits.map(({ title, snippet }) => `${title}\n${snippet}`);
  const ask = async () => ({
    rest: await (endpoint.protocol === "onnx"
      ? local!(question, texts)
      : scoresOf({ endpoint, environment }, question, texts)),
  });
  const request = {
    parts: { rerank: { model: endpoint.protocol === "onnx" ? basename(endpoint.path) : endpoint.model } },
    items: [question, ...texts],
  };
  const { rest } = await (currentRecording()?.shared.call(request, ask) ?? ask());
  const scores = rest as number[];
  const order = hits.map((hit, at) => ({ id: hit.id, score: scores[at]! })).sort((a, b) => b.score - a.score);
  return { ids: order.map(({ id }) => id), scores: order.map(({ score }) => score) };
}

/** A score for each text, in their order. */
async function scoresOf(
  { endpoint, environment }: Pick<Access, "environment"> & { endpoint: CrossEncoderEndpoint },
  query: string,
  texts: readonly string[],
): Promise<number[]> {
  const { protocol, model, apiKeyEnv } = endpoint;
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (apiKeyEnv) headers.authorization = `Bearer ${namedSecret(apiKeyEnv, environment)}`;
  const body =
    protocol === "tei"
      ? { query, texts, truncate: true }
      : { model, query, documents: texts, top_n: texts.length, return_documents: false };
  const secrets = apiKeyEnv ? secretsOf({ [apiKeyEnv]: environment[apiKeyEnv] }, [apiKeyEnv]) : [];
  const { json } = await postJson("/rerank", body, { ...endpoint, what: "re-ranking", headers, secrets });
  const parsed = answerSchema.safeParse(json);
  const found = new Map(parsed.data?.map(({ index, score }) => [index, score]));
  const scores = texts.flatMap((_text, index) => found.get(index) ?? []);
  if (parsed.success && scores.length === texts.length && found.size === texts.length) return scores;
  throw new UserError("substrate", `re-ranking by ${model}: expected a score for each of ${texts.length} records`, {
    problems: [parsed.success ? `found ${scores.length} of them` : "found another form of answer"],
    hint: "protocol: cohere is { results: [{ index, relevance_score }] }, tei is [{ index, score }]",
  });
}
