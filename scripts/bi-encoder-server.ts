/**
 * A re-ranker over HTTP where no cross-encoder is at hand: `/rerank` as Cohere, Jina and vLLM have it, whose score of a question and a record is the
 * cosine of their embeddings by all-MiniLM-L6-v2. It embeds both apart, so it is a bi-encoder and says so in its name: it
 * drives the level `cross_encoder` from end to end, and says nothing about cross-encoders. `scripts/minilm.ts` makes its folder.
 *
 *   node --import tsx scripts/bi-encoder-server.ts [FOLDER, or .scopebench/minilm] [--port 0]
 *
 * Then, in bench.yaml: cross_encoder: { base_url: what it prints, model: minilm-bi-encoder }
 */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { serveLoopback } from "../base/loopback/serve.ts";
import { embeddingSchema } from "../db/embeddings/options.ts";
import {
  type TransformersModule,
  type TransformersOptions,
  transformersEmbedding,
} from "../db/embeddings/transformers.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { port: { type: "string", default: "0" } });
const folder = resolve(positionals[0] ?? ".scopebench/minilm");
const requestSchema = z.object({ query: z.string(), documents: z.array(z.string()).max(1000) });
const vectorOf = embedOnce(await openModel());
const server = await serveLoopback({
  ...{ methods: ["POST"], port: Number(values.port), maxBodyBytes: 2 ** 24 },
  async handle({ path, body, response }) {
    const asked = path.endsWith("/rerank") ? requestSchema.safeParse(JSON.parse(body.toString())) : undefined;
    if (!asked?.success) return void response.writeHead(asked ? 422 : 404).end();
    const [query, ...records] = await Promise.all([asked.data.query, ...asked.data.documents].map(vectorOf));
    const results = records.map((record, index) => ({ index, relevance_score: cosine(query!, record) }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
  },
});
console.log(`${server.origin}/v1`);

function openModel() {
  const options = embeddingSchema.parse({ type: "transformers", path: join(folder, "model"), contextTokens: 256 });
  const runtime = createRequire(join(folder, "/")).resolve("@huggingface/transformers");
  const load = async () => (await import(pathToFileURL(runtime).href)) as TransformersModule;
  return transformersEmbedding("minilm", options as TransformersOptions, load);
}

/** A text's vector does not depend on what it stands beside, and the same records come for many questions. */
function embedOnce({ embed }: Awaited<ReturnType<typeof openModel>>): (text: string) => Promise<Float32Array> {
  const known = new Map<string, Promise<Float32Array>>();
  return (text) => {
    const vector = known.get(text) ?? embed([text]).then(([only]) => only!);
    known.set(text, vector);
    return vector;
  };
}

/** Of unit vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}
