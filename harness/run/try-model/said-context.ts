import type { ModelConfig } from "../../../agent/contract/contract.ts";
import { addressOf, readKey, secretsOfModel } from "../../../agent/models/credentials.ts";
import { consentTo, sending } from "../../../base/consent/consent.ts";
import { isObject, type JsonObject, objectsOf, parseObject } from "../../../base/json-object.ts";
import { makeRedactor } from "../../../base/providers/secrets/redactor.ts";
import type { Endpoint } from "./endpoint.ts";

export interface SaidContext {
  tokens: number;
  /** Where the server says it. */
  where: string;
}

const WAIT_MS = 10_000;

/** The window that a server names for the model as it is served; null where it names none. Costs nothing. */
export async function saidContext(endpoint: Endpoint): Promise<SaidContext | null> {
  for (const { url, where, read } of placesOf(endpoint.model)) {
    const tokens = read(await get(url, endpoint));
    if (tokens !== null) return { tokens, where };
  }
  return null;
}

interface Place {
  url: string;
  where: string;
  read(body: JsonObject): number | null;
}

/** Served sizes go before those that the weights were trained for. */
function placesOf({ provider, baseUrl, model }: ModelConfig): Place[] {
  const id = encodeURIComponent(model);
  const named = (names: readonly string[]) => (body: JsonObject) => firstNumber(body, names);
  if (provider === "anthropic")
    return [
      {
        url: `${root(baseUrl ?? "https://api.anthropic.com")}/v1/models/${id}`,
        where: "/v1/models",
        read: named(["max_input_tokens"]),
      },
    ];
  if (provider === "google")
    return [
      {
        url: `${root(baseUrl ?? "https://generativelanguage.googleapis.com")}/v1beta/models/${id}`,
        where: "/v1beta/models",
        read: named(["inputTokenLimit"]),
      },
    ];
  const base = (baseUrl ?? "https://api.openai.com/v1").replace(/\/+$/, "");
  const listed: Place = { url: `${base}/models`, where: "/models", read: (body) => ofList(body, model) };
  if (baseUrl === undefined) return [listed];
  return [
    // llama.cpp, then Ollama, whose default is far below what its models were trained for.
    {
      url: `${root(base)}/props`,
      where: "/props",
      read: ({ default_generation_settings: set }) => (isObject(set) ? firstNumber(set, ["n_ctx"]) : null),
    },
    { url: `${root(base)}/api/ps`, where: "/api/ps", read: (body) => ofLoaded(body, model) },
    listed,
  ];
}

function root(url: string): string {
  return url.replace(/\/+$/, "").replace(/\/v1(beta)?$/, "");
}

/** vLLM, LM Studio, OpenRouter, Groq, Mistral: each has a name of its own. */
const NAMES = [
  "max_model_len",
  "loaded_context_length",
  "n_ctx",
  "context_length",
  "context_window",
  "max_context_length",
];

function ofList({ data }: JsonObject, model: string): number | null {
  const entry = objectsOf(data).find(({ id }) => id === model);
  if (!entry) return null;
  return firstNumber(entry, NAMES) ?? (isObject(entry.meta) ? firstNumber(entry.meta, ["n_ctx"]) : null);
}

function ofLoaded({ models }: JsonObject, model: string): number | null {
  const entry = objectsOf(models).find(({ name, model: id }) =>
    [name, id].some((each) => each === model || each === `${model}:latest`),
  );
  return entry ? firstNumber(entry, ["context_length"]) : null;
}

function firstNumber(object: JsonObject, names: readonly string[]): number | null {
  const values = names.map((name) => object[name]);
  return values.find((value): value is number => typeof value === "number" && value > 0) ?? null;
}

/** {} for whatever is no JSON object: most servers have few of these places. */
async function get(url: string, { model, environment, signal }: Endpoint): Promise<JsonObject> {
  const { apiKeyEnv, baseUrl } = addressOf(model);
  await consentTo(sending(apiKeyEnv, baseUrl));
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(stop, WAIT_MS);
  try {
    const response = await fetch(url, {
      headers: headersFor(model, readKey(model, environment)),
      signal: controller.signal,
      redirect: "error",
    });
    const text = makeRedactor(secretsOfModel(model, environment)).body(await response.text());
    return (response.ok && parseObject(text)) || {};
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TypeError || controller.signal.aborted) return {};
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function headersFor({ provider }: ModelConfig, key: string): Record<string, string> {
  if (provider === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}
