/** Names that become parts of file names: small letters, digits and single underscores, a letter first. */
const FACTOR = "[a-z][a-z0-9]*(?:_[a-z0-9]+)*";
/** Of a level of a factor: no comma, which joins filters, and no two underscores, which join names. */
export const LEVEL_NAME = /^[A-Za-z0-9.-]+(?:_[A-Za-z0-9.-]+)*$/;
const LEVEL = `${FACTOR}=${LEVEL_NAME.source.slice(1, -1)}`;
/** Levels as they stand in the names of configurations and in records: `rerank=llm_listwise__depth=50`. */
export const LEVELS_NAME = new RegExp(`^${LEVEL}(?:__${LEVEL})*$`);

/** The level of each factor that is named, by the factors' names. Rows of tables write "" for none, records leave the member out. */
export function parseLevels(levels: string | undefined): ReadonlyMap<string, string> {
  return new Map((levels || undefined)?.split("__").map((part) => part.split("=", 2) as [string, string]));
}

/** Undefined for none. */
export function joinLevels(levels: Iterable<readonly [factor: string, level: string]>): string | undefined {
  return [...levels].map(([factor, level]) => `${factor}=${level}`).join("__") || undefined;
}
