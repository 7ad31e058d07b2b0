/** Shorter values are words that also stand elsewhere, not secrets. */
const SHORTEST = 8;

/** A text in which none of the secrets that an agent was given stands; it may have printed them. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
}
