import { isRecorded } from "../../../agent/contract/contract.ts";
import { addressOf } from "../../../agent/models/credentials.ts";
import { type Act, giving, sending } from "../../../base/consent/consent.ts";
import type { ExternalAgentEntry } from "../../record/config/external-agent-schema.ts";
import { levelConfigs } from "../../record/config/factors/resolve.ts";
import type { Config } from "../../record/config/schema.ts";
import { tokenVariables } from "../../record/config/source-tokens.ts";
import { asksCrossEncoder, toModelConfig } from "../../record/config/to-agent.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";
import { keyedModels } from "./keys.ts";

interface Ahead {
  needs: readonly Need[];
  environment: Readonly<Record<string, string | undefined>>;
  mode?: RecordingState["mode"] | undefined;
}

/** What a configuration runs, imports and sends when these needs are served: asked about before anything starts. A replay sends nothing. */
export function actsOf(config: Config, { needs, environment, mode }: Ahead): Act[] {
  const has = (need: Need) => needs.includes(need);
  const configs = levelConfigs(config);
  const sent = [
    ...keyedModels(config, needs).flatMap(keyOfModel),
    ...(has("enrichment") && config.enrichment ? keyOfModel(toModelConfig(config.enrichment.model)) : []),
    ...(has("models") ? configs.flatMap(keyOfCrossEncoder) : []),
    ...(has("substrate") ? configs.flatMap(keysOfSubstrate) : []),
    ...(has("models") ? tokensOfSources(config, environment) : []),
  ];
  const acts = [
    ...(has("models") ? (config.retrievals ?? []).map(({ path }): Act => ({ type: "imports", path })) : []),
    ...(has("external_agents") ? config.external_agents.flatMap(actsOfAgent) : []),
    ...(mode === "replay" ? [] : sent),
  ];
  const distinct = new Map(acts.map((act) => [JSON.stringify(act), act])); // Levels leave most as it is.
  return [...distinct.values()].filter((act) => act.type !== "sends" || Boolean(environment[act.variable]));
}

function keyOfModel(model: Parameters<typeof addressOf>[0]): Act[] {
  const { apiKeyEnv, baseUrl } = addressOf(model);
  return sending(apiKeyEnv, baseUrl);
}

function keyOfCrossEncoder(config: Config): Act[] {
  const { cross_encoder } = config;
  if (!cross_encoder || !("base_url" in cross_encoder)) return [];
  return asksCrossEncoder(config) ? sending(cross_encoder.api_key_env, cross_encoder.base_url) : [];
}

function tokensOfSources({ live_sources }: Config, environment: Ahead["environment"]): Act[] {
  return (live_sources?.sources ?? []).flatMap((source) => [
    ...tokenVariables([source], environment).flatMap((variable) => sending(variable, source.url)),
    ...sending(source.sign_in?.client_secret_env, source.sign_in?.token),
  ]);
}

function keysOfSubstrate({ substrate: { embedding } }: Config): Act[] {
  return embedding.type === "openai" ? sending(embedding.api_key_env, embedding.base_url) : [];
}

function actsOfAgent(agent: ExternalAgentEntry): Act[] {
  if (agent.type === "http") return sending(agent.token_env, agent.url);
  if (isRecorded(agent)) return [];
  const [act, words]: [Act, readonly string[]] =
    agent.type === "module"
      ? [{ type: "imports", path: agent.path }, [agent.path]]
      : [{ type: "runs", command: agent.command }, agent.command];
  return [act, ...agent.environment.map((variable) => giving(variable, words))];
}
