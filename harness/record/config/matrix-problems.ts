import {
  LIVE_SOURCE,
  OWN,
  RETRIEVAL_WORKFLOWS,
  rerankerOf,
  SOURCES,
  WORKFLOWS,
} from "../../../agent/contract/contract.ts";
import { POLICY_PROFILES } from "../../../agent/policy-models/profiles.ts";
import { meantBy } from "../../../base/nearest.ts";
import { levelConfigs } from "./factors/resolve.ts";
import { sourceNames } from "./live-sources-schema.ts";
import type { Config } from "./schema.ts";
import { toRetrievalSettings } from "./to-agent.ts";

type LiveEntry = NonNullable<Config["live_sources"]>;

const REAL_MODEL = /gpt|claude|gemini|deepseek|glm|qwen|llama|mistral|mixtral|gemma|phi-|kimi|grok|command-r/i;

/** What is wrong with the workflows, and with what they need. */
export function workflowProblems(config: Config): string[] {
  const { workflows, knowledge, retrievals = [] } = config;
  const own = retrievals.map(({ name }) => name);
  const known: string[] = [...WORKFLOWS, ...own];
  const taken = own.filter((name, index) => name === OWN || known.indexOf(name) !== WORKFLOWS.length + index);
  return [
    ...workflows.filter((name) => !known.includes(name)).map((name) => unknownWorkflow(name, known)),
    ...taken.map((name) => `retrievals: the name '${name}' is taken`),
    ...crossEncoderProblems(config),
    ...sourceProblems(config),
    ...skillProblems({
      knowledge,
      toolless: workflows.filter((name) => [...RETRIEVAL_WORKFLOWS, ...own].includes(name)),
    }),
  ];
}

function crossEncoderProblems({ workflows, cross_encoder, retrieval, baselines, factors = [] }: Config): string[] {
  const levels = factors.flatMap((factor) =>
    factor.levels.flatMap(({ name, patch }) =>
      patch["retrieval.rerank"] === "cross_encoder" ? [`${factor.name}=${name}`] : [],
    ),
  );
  const asking = [
    ...workflows.filter((name) => rerankerOf(name, toRetrievalSettings(retrieval)) === "cross_encoder"),
    ...levels,
    ...baselines.filter((name) => name === "reranked").map((name) => `the baseline ${name}`),
  ];
  if (cross_encoder || asking.length === 0) return [];
  return [
    `cross_encoder: expected an endpoint or a local model for ${asking.join(", ")}, found none; set base_url and model, or protocol: onnx and path`,
  ];
}

function sourceProblems(config: Config): string[] {
  const { workflows, tool_families = [], live_sources, knowledge, baselines } = config;
  const asking = [
    ...workflows.filter((name) => name === SOURCES),
    ...tool_families.filter((name) => name === LIVE_SOURCE),
    ...baselines.filter((name) => name === "source_search").map((name) => `the baseline ${name}`),
  ];
  return [
    ...(asking.length > 0 && !live_sources
      ? [
          `live_sources: expected sources for ${asking.join(", ")}, found none; set live_sources.sources, or live_sources.in_process.path`,
        ]
      : []),
    ...levelConfigs(config).flatMap(({ live_sources: asking }) =>
      asking && live_sources ? unknownSources(asking, live_sources) : [],
    ),
    ...(workflows.includes(SOURCES) ? skillProblems({ knowledge, toolless: [SOURCES] }) : []),
  ];
}

function unknownSources({ asked = [] }: LiveEntry, live: LiveEntry): string[] {
  const names = sourceNames(live);
  const unknown = asked.filter((name) => !names.includes(name));
  return unknown.map((name) => `live_sources.asked: expected some of ${names.join(", ")}, found ${name}`);
}

function unknownWorkflow(name: string, known: readonly string[]): string {
  const meant = meantBy(name, known);
  return `workflows: there is no workflow '${name}'; expected ${known.join(", ")}${meant ? `; did you mean ${meant}?` : ""}`;
}

/** Who calls no tools loads no skills: under a mode that is made of them it would be told nothing of what they say. */
function skillProblems({
  toolless,
  knowledge,
}: {
  toolless: readonly string[];
  knowledge: readonly string[];
}): string[] {
  if (toolless.length === 0 || knowledge.every((mode) => mode === "prompt")) return [];
  return [
    `knowledge: ${toolless.join(", ")} can load no skills, expected prompt alone, found ${knowledge.join(", ")}; set --knowledge prompt, or measure the skills in a run without ${toolless.length > 1 ? "them" : "it"}`,
  ];
}

/** A stand-in is one of ours, and carries no language model's name. */
export function policyProblems({ provider, name, model }: Config["models"][number]): string[] {
  if (provider !== "policy") return [];
  const profiles = Object.keys(POLICY_PROFILES);
  const meant = meantBy(model, profiles);
  return [
    ...(REAL_MODEL.test(name)
      ? [`models: the policy model '${name}' carries a real model's name; a stand-in may not`]
      : []),
    ...(profiles.includes(model)
      ? []
      : [
          `models: there is no policy model '${model}'; expected ${profiles.join(", ")}${meant ? `; did you mean ${meant}?` : ""}`,
        ]),
  ];
}
