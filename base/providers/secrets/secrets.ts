import { compareText } from "../../text-order.ts";
import { credentialsIn } from "./addresses.ts";

/** A value that must be in no file, with the name of the variable that it comes from. */
export interface Secret {
  name: string;
  value: string;
}

/** Shorter values, and shorter parts of longer ones, are not searched for: they would be found in ordinary words. */
export const MIN_SECRET = 8;
const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(_|$)/i;

/**
 * What is secret in an environment, longest first: values of variables that are secret by their name, or by being named
 * as such; of those that hold an address its credentials alone, whatever they are called.
 */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): Secret[] {
  return Object.entries(environment)
    .flatMap(([name, text]) => {
      const value = text?.trim() ?? "";
      const inAddress = credentialsIn(value);
      const whole = SECRET_NAME.test(name) || named.includes(name) ? [value] : [];
      return (inAddress.length > 0 ? inAddress : whole).map((secret) => ({ name, value: secret }));
    })
    .filter(({ value }) => value.length >= MIN_SECRET)
    .sort((a, b) => b.value.length - a.value.length || compareText(a.name, b.name));
}
