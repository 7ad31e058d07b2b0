import { isObject } from "../../../base/json-object.ts";
import { withJudgingModels } from "../../record/config/judges.ts";
import type { SourceEntry } from "../../record/config/live-sources-schema.ts";
import { type Config, configSchema } from "../../record/config/schema.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import { type Rewrite, rewriteDeep } from "./rewrite.ts";

/**
 * A configuration without names: where things lie and how secrets are called says who ran it, too, and changes nothing that was
 * measured.
 */
export function hiddenConfig(config: Config, rewrite: Rewrite): Config {
  // Of its fields those that hold a name are given below; a provider is not a name.
  const texts = { ...rewrite, name: rewrite.text };
  const endpoint = <T extends { model: string; family?: string | undefined }>(value: T): T => ({
    ...rewriteDeep(value, texts),
    ...{ model: rewrite.name(value.model), family: value.family && rewrite.name(value.family) },
    ...{ base_url: undefined, api_key_env: undefined },
  });
  const { primary, calibration, meta } = withJudgingModels(config.judges, endpoint);
  const hidden = {
    ...rewriteDeep(config, texts),
    corpus: config.corpus.type === "folder" ? { ...config.corpus, path: "corpus" } : config.corpus,
    ...(config.live_sources && { live_sources: hiddenSources(config.live_sources) }),
    models: config.models.map((model) => ({ ...endpoint(model), name: rewrite.name(model.name) })),
    allow_models: config.allow_models?.map(rewrite.name),
    external_agents: config.external_agents.map(({ name, family, tools, reports }) => {
      const hidden = { name: rewrite.name(name), family: family && rewrite.name(family), tools, reports };
      return { ...hidden, type: "module" as const, path: "agent", environment: [] };
    }),
    judges: { ...rewriteDeep(config.judges, texts), primary, calibration, meta },
    prices: config.prices && byName(config.prices, rewrite),
    plots: { ...rewriteDeep(config.plots, texts), color_order: config.plots.color_order.map(rewrite.name) },
    enrichment: undefined,
  };
  return configSchema.parse(withoutPlaces(hidden));
}

function hiddenSources({ sources, ...entry }: NonNullable<Config["live_sources"]>) {
  return { ...entry, ...(sources && { sources: sources.map(hiddenSource) }) };
}

function hiddenSource(source: SourceEntry): SourceEntry {
  return { ...source, url: "https://hidden.invalid", ids: undefined, sign_in: undefined };
}

const PLACES: Readonly<Record<string, unknown>> = {
  ...{ path: "hidden", persons_file: "hidden", wordnet: "hidden", base_url: "https://hidden.invalid/v1" },
  // Texts of one's own name whoever wrote them.
  ...{ api_key_env: undefined, token_env: "HIDDEN", policies: {} },
};

/** The same without where anything lies and how its key is called: of embeddings and re-rankers too, and of what levels put in their place. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      if (member === undefined) return [];
      if (Object.hasOwn(PLACES, key)) return PLACES[key] === undefined ? [] : [[key, PLACES[key]]];
      return [[key, withoutPlaces(member)]];
    }),
  );
}

/** What was made of it, without names. */
export function hiddenManifest(manifest: Manifest, rewrite: Rewrite): Manifest {
  return {
    ...rewriteDeep(manifest, rewrite),
    served_models: byName(rewriteDeep(manifest.served_models, { ...rewrite, text: rewrite.name }), rewrite),
    ...(manifest.subjects && {
      subjects: manifest.subjects.map(({ name, version }) => ({
        name: rewrite.name(name),
        version: rewrite.text(version),
      })),
    }),
    ...{ checksums: true, git: null, recording: null, stages: {} },
  };
}

function byName<T>(values: Readonly<Record<string, T>>, rewrite: Rewrite): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rewrite.name(name), value]));
}
