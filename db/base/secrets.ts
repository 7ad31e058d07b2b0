import { compareText } from "./hash.ts";

/** A value that must be in no file, with the name of the variable that it comes from. */
export interface Secret {
  name: string;
  value: string;
}

/** Shorter values are not searched for: they would be found in ordinary words. */
const MIN_SECRET = 8;
const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(_|$)/i;

/** The values of an environment's variables that are secret by their name, or by being named as such; longest first. */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): Secret[] {
  return Object.entries(environment)
    .flatMap(([name, value]) =>
      value !== undefined && value.trim().length >= MIN_SECRET && (SECRET_NAME.test(name) || named.includes(name))
        ? [{ name, value: value.trim() }]
        : [],
    )
    .sort((a, b) => b.value.length - a.value.length || compareText(a.name, b.name));
}

/** A text in which no secret stands: neither as it is, nor as in JSON, nor in Base64. */
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((clean, { name, value }) => {
    const forms = [value, JSON.stringify(value).slice(1, -1), Buffer.from(value).toString("base64")];
    return forms.reduce((current, form) => current.replaceAll(form, `[redacted: ${name}]`), clean);
  }, text);
}
