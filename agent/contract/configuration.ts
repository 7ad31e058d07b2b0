/** Models, tool families, external agents and endpoints as a configuration names them. */

import type { WEIGHT_FILES } from "../../db/embeddings/local-model/weight-files.ts";

/** `policy` models are deterministic stand-ins, not language models; the rest speak to a provider. */
export const PROVIDERS = ["policy", "openai", "anthropic", "google"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ModelConfig {
  /** Name in tables, files and configurations. */
  name: string;
  provider: Provider;
  /** OpenAI's protocol: `chat` (completions, the default) or `responses`. */
  api?: "chat" | "responses";
  /** Policy: the behaviour profile. Otherwise the provider's model id. */
  model: string;
  /** Vendor family, such as `deepseek`: a judge's must differ from that of the systems that it judges. */
  family: string;
  baseUrl?: string;
  /** Name of the environment variable that holds the key. Never the key. */
  apiKeyEnv?: string;
  temperature: number;
  maxOutputTokens?: number;
  contextWindow: number;
  /** Longest silence of a provider: until its answer is complete or, streamed, until the next event. */
  requestTimeoutMs: number;
  /** Ask for a stream, so that long thinking is not taken for a hang. The answer is the same. */
  stream?: boolean;
  /** Merged into every request's body (JSON Merge Patch); null takes a member away. */
  extraBody?: { [name: string]: unknown };
  /** Retries of one request (429, 5xx, connection), never of the agent. */
  maxRetries: number;
  /** Absent = cost unknown, which is not 0. */
  price?: Price;
}

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Input that came from the provider's cache; absent = at the price of input. */
  cachedInput?: number;
  /** Input that was written to the provider's cache; absent = at the price of input. */
  cacheWrite?: number;
}

/** Tool families that can be switched off, alone or all but one, to measure what each is good for. `issues` exists over corpora with reports of faults alone. */
export const TOOL_FAMILIES = [
  "identifier",
  "trace_link",
  "keyword",
  "vector",
  "hybrid",
  "graph",
  "cypher",
  "sql",
  "schema",
  "knowledge_base",
  "artifact",
  "issues",
] as const;
/** Tools over live sources. An agent has them only where it is told so: by default it works on the substrate. */
export const LIVE_SOURCE = "live_source";
export type ToolFamily = (typeof TOOL_FAMILIES)[number] | typeof LIVE_SOURCE;

/** `compact`: of each tool its first sentence, and of its arguments names, types and bounds. */
export const TOOL_DESCRIPTIONS = ["full", "compact"] as const;
export type ToolDescriptions = (typeof TOOL_DESCRIPTIONS)[number];

interface AnyExternalAgent {
  /** Stands where a model's name stands: in tables, files and configurations. */
  name: string;
  /** Vendor family of the model inside it, where one is known: a judge's must differ. */
  family: string;
  /** True: it gets our tools, and its calls are recorded. False: what it retrieves is not seen. */
  tools: boolean;
  /** It gives a ranked list, tells its tokens. Declared, so that no agent can choose scenario by scenario. */
  reports: readonly ("ranking" | "usage")[];
}

/** An external agent. Variables are named; their values come from the environment. */
export type ExternalAgentConfig = AnyExternalAgent &
  (
    | { type: "module"; path: string; environment: readonly string[] }
    | { type: "http"; url: string; tokenEnv?: string }
    | { type: "command"; command: readonly string[]; environment: readonly string[] }
    | { type: RecordedFormat; path: string }
  );

/** Of recordings of agents that answered before: OpenTelemetry's spans, Harbor's trajectories. */
export const RECORDED_FORMATS = ["otlp", "atif"] as const;
export type RecordedFormat = (typeof RECORDED_FORMATS)[number];

/** True for one that is not asked: its answers were recorded. */
export function isRecorded<T extends { type: string }>(agent: T): agent is T & { type: RecordedFormat } {
  return RECORDED_FORMATS.some((format) => format === agent.type);
}

/** An endpoint that scores a question and a record together, of Cohere's form (Jina, vLLM and others have it too) or of Text Embeddings Inference. */
/** Scores a question and a record together: a service, or a model in a local folder. */
export type CrossEncoderConfig = CrossEncoderEndpoint | LocalCrossEncoder;

/** Of transformers.js, with weights in ONNX. */
export interface LocalCrossEncoder {
  protocol: "onnx";
  path: string;
  dtype: keyof typeof WEIGHT_FILES;
  /** Of question and record together; what is longer is cut. */
  contextTokens: number;
}

export interface CrossEncoderEndpoint {
  protocol: "cohere" | "tei";
  /** Up to and without `/rerank`. */
  baseUrl: string;
  model: string;
  /** Name of the environment variable that holds the key. Never the key. */
  apiKeyEnv?: string;
  maxRetries: number;
  timeoutMs: number;
}
