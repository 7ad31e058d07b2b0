import { configurationsOf } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { configurationName } from "../domain/names.ts";

/**
 * Takes out of a text what tells whose answer it is: names of configurations and models, and the addresses of results,
 * which hold them. Ids and wording stay.
 */
export function makeBlinder(config: Config): (text: string) => string {
  const names = [
    ...configurationsOf(config).map(configurationName),
    ...config.models.flatMap(({ name, model }) => [name, model]),
    ...config.external_agents.map(({ name }) => name),
  ].sort((a, b) => b.length - a.length);
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${[...new Set(names)].map(literal).join("|")})(?![\\p{L}\\p{N}_])`,
    "giu",
  );
  return (text) => text.replace(/artifact:\/\/[^\s)\]]*/g, "artifact://...").replace(named, "[model]");
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
