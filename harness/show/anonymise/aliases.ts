import { homedir, hostname } from "node:os";
import { standInName } from "../../../agent/policy-models/profiles.ts";
import { judgingModels } from "../../record/config/judges.ts";
import { colorOrder, modelNames } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";

/** What tells who made a run or which models were in it, with what takes its place. */
export type Aliases = ReadonlyMap<string, string>;

/** Models are numbered in the order of the configuration, so that equal runs get equal names. */
export function makeAliases(config: Config, manifest: Manifest, cwd: string): Aliases {
  const aliases = new Map<string, string>();
  const add = (text: string | undefined, alias: string) => {
    if (text && !aliases.has(text)) aliases.set(text, alias);
  };
  // What rows are told apart by goes first: an id that is another model's name must not give both one alias.
  for (const [index, { name }] of config.models.entries()) add(name, `model-${index + 1}`);
  for (const [index, { name }] of config.external_agents.entries()) add(name, `agent-${index + 1}`);
  const others = colorOrder(config).filter((name) => !modelNames(config).includes(name));
  for (const [index, name] of others.entries()) add(name, `absent-${index + 1}`);
  config.models.forEach(({ name, provider, model, base_url, family }, index) => {
    const alias = `model-${index + 1}`;
    if (provider !== "policy") for (const text of [model, base_url, family]) add(text, alias);
    else add(standInName(model), servedAlias(standInName(model), alias));
    for (const served of manifest.served_models[name] ?? []) add(served, servedAlias(served, alias));
  });
  for (const [index, { family }] of config.external_agents.entries()) add(family, `agent-${index + 1}`);
  judgingModels(config.judges).forEach(({ model, base_url, family }, index) => {
    for (const text of [model, base_url, family]) add(text, `judge-${index + 1}`);
  });
  for (const [text, alias] of [
    [cwd, "folder"],
    [homedir(), "home"],
    [hostname(), "host"],
  ] as const)
    add(text, alias);
  return aliases;
}

/** That a model is a stand-in is no identity: it stays said. */
function servedAlias(served: string, alias: string): string {
  return served.includes("stand-in") ? `${alias} (stand-in, not a language model)` : alias;
}
