/**
 * The path of a request's target, decoded; null for what no client sends that means well: a target that is no path (that
 * of a proxy, `*`), broken encoding, control characters and backslashes, empty parts (`//`) and those that climb (`..`).
 * Decoded once, before it is looked at: what is then still encoded is part of a name.
 */
export function pathOf(target: string): string | null {
  const path = decode(target.split(/[?#]/, 1)[0]!);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (path === null || !path.startsWith("/") || /[\u0000-\u001f\u007f\\]/.test(path)) return null;
  const parts = path.slice(1).split("/");
  const last = parts.pop();
  return parts.includes("") || [...parts, last].some((part) => part === "." || part === "..") ? null : path;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // Not UTF-8, or a lone `%`.
  }
}
