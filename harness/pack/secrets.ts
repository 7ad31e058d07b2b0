import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../db/base/environment.ts";
import type { Config } from "../config/schema.ts";

export interface Leak {
  path: string;
  /** What it is, never what it says: `the value of OPENAI_API_KEY`, `looks like an AWS key`. */
  what: string;
  /** False where only the form is that of a secret. */
  certain: boolean;
}

/** Shapes that providers publish for their keys. */
const SHAPES: readonly [string, RegExp][] = [
  ["an API key (sk-...)", /\bsk-[A-Za-z0-9_-]{20,}/],
  ["an AWS access key", /\bAKIA[0-9A-Z]{16}\b/],
  ["a GitHub token", /\bgh[pousr]_[A-Za-z0-9]{36,}/],
  ["a Google API key", /\bAIza[0-9A-Za-z_-]{35}/],
  ["a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an address with a password", /\b[a-z]+:\/\/[^\s:/@"']+:[^\s:/@"']+@/],
];

/** Shorter values stand in files by chance. */
const MIN_SECRET_LENGTH = 8;

/** Searches files for the values of all variables that the configuration names, and for what looks like a key. */
export async function findSecrets(folder: string, paths: readonly string[], given: SecretSource): Promise<Leak[]> {
  const secrets = namedSecrets(given);
  const leaks: Leak[] = [];
  for (const path of paths) {
    const text = await readFile(join(folder, path), "latin1"); // Byte for byte, whatever the file is.
    for (const [name, value] of secrets)
      if (text.includes(value)) leaks.push({ path, what: `the value of ${name}`, certain: true });
    for (const [what, shape] of SHAPES)
      if (shape.test(text)) leaks.push({ path, what: `looks like ${what}`, certain: false });
  }
  return leaks;
}

interface SecretSource {
  config: Config;
  environment: Environment;
}

function namedSecrets({ config, environment }: SecretSource): [string, string][] {
  const names = new Set<string>(["SCOPEBENCH_POSTGRES_URL", "SCOPEBENCH_NEO4J_PASSWORD"]);
  JSON.stringify(config, (key, value: unknown) => {
    if (key.endsWith("_env") && typeof value === "string") names.add(value);
    return value;
  });
  return [...names].flatMap((name): [string, string][] => {
    const value = environment[name] ?? "";
    return value.length < MIN_SECRET_LENGTH ? [] : [[name, Buffer.from(value).toString("latin1")]];
  });
}
