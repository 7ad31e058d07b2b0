/**
 * Paths of the keys of a JSON value that are not in snake_case, such as `stages[].durationMs`. `data` are the paths below which keys are data:
 * names of others, or words of a format of others.
 */
export function camelKeys(value: unknown, data: readonly RegExp[], path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((entry) => camelKeys(entry, data, `${path}[]`)))];
  if (typeof value !== "object" || value === null || data.some((names) => names.test(path))) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const at = path === "" ? key : `${path}.${key}`;
    return [...(/[a-z0-9][A-Z]/.test(key) ? [at] : []), ...camelKeys(member, data, at)];
  });
}
