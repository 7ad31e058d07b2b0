import { type Config, configSchema } from "../../record/config/schema.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import { type Rewrite, rewriteDeep } from "./rewrite.ts";

/**
 * A configuration without names: where things lie and how secrets are called says who ran it, too, and changes nothing that was
 * measured.
 */
export function hiddenConfig(config: Config, rewrite: Rewrite): Config {
  // Of its fields those that hold a name are given below; a provider is none.
  const texts = { ...rewrite, name: rewrite.text };
  const endpoint = <T extends { model: string; family?: string | undefined }>(value: T): T => ({
    ...rewriteDeep(value, texts),
    ...{ model: rewrite.name(value.model), family: value.family && rewrite.name(value.family) },
    ...{ base_url: undefined, api_key_env: undefined },
  });
  const judge = <T extends Config["judges"]["primary"] | Config["judges"]["meta"]>(value: T): T =>
    value.type === "llm" ? { ...rewriteDeep(value, texts), chain: value.chain.map(endpoint) } : value;
  const { primary, calibration, meta } = config.judges;
  return configSchema.parse({
    ...rewriteDeep(config, texts),
    corpus: config.corpus.type === "folder" ? { ...config.corpus, path: "corpus" } : config.corpus,
    models: config.models.map((model) => ({ ...endpoint(model), name: rewrite.name(model.name) })),
    allow_models: config.allow_models?.map(rewrite.name),
    external_agents: config.external_agents.map(({ name, family, tools, reports }) => {
      const hidden = { name: rewrite.name(name), family: family && rewrite.name(family), tools, reports };
      return { ...hidden, type: "module" as const, path: "agent", environment: [] };
    }),
    judges: {
      ...rewriteDeep(config.judges, texts),
      ...{ primary: judge(primary), calibration: judge(calibration), meta: judge(meta) },
    },
    prices: config.prices && byName(config.prices, rewrite),
    plots: { ...rewriteDeep(config.plots, texts), color_order: config.plots.color_order.map(rewrite.name) },
    enrichment: undefined,
  });
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
