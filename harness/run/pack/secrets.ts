import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../../base/environment.ts";
import { makeSearch, type SecretSearch } from "../../../base/providers/secrets/search.ts";
import { type Secret, secretsOf } from "../../../base/providers/secrets/secrets.ts";
import { KEY_SHAPES } from "../../../base/providers/secrets/shapes.ts";
import type { Config } from "../../record/config/schema.ts";
import { tokenVariables } from "../../record/config/source-tokens.ts";

export interface SecretLeak {
  path: string;
  /** What it is, never what it says: `the value of OPENAI_API_KEY`, `looks like an AWS key`. */
  what: string;
  /** False where only the form is that of a secret. */
  certain: boolean;
}

/** Of what may stand in an address: bytes of a packed table fit anything looser by chance. */
const ADDRESS = /\b[a-z]{2,}:\/\/[!#-&(-.0-9;-?A-~]{1,200}:[!#-&(-.0-9;-?A-~]{1,200}@[\w[]/;
const SHAPES = [...KEY_SHAPES, ["an address with a password", ADDRESS]] as const;

/** So much of a secret stands nowhere by chance. */
const CERTAIN_LENGTH = 16;

/** Searches files for the values of all variables that the configuration names, and for what looks like a key. */
export async function findSecrets(
  folder: string,
  paths: readonly string[],
  given: SecretSource,
): Promise<SecretLeak[]> {
  const search = makeSearch(namedSecrets(given));
  const leaks: SecretLeak[] = [];
  for (const path of paths) {
    const text = await readFile(join(folder, path), "latin1"); // Byte for byte, whatever the file is.
    leaks.push(...valuesIn(text, search).map((leak) => ({ path, ...leak })));
    for (const [what, shape] of SHAPES)
      if (shape.test(text)) leaks.push({ path, what: `looks like ${what}`, certain: false });
  }
  return leaks;
}

/** The worst of each variable. */
function valuesIn(text: string, search: SecretSearch): Omit<SecretLeak, "path">[] {
  const worst = new Map<string, boolean>();
  for (const { start, end, name } of search.find(text)) {
    if (isChance(text.slice(start, end))) continue;
    const certain = end - start >= CERTAIN_LENGTH || search.holdsWhole(text.slice(start, end));
    worst.set(name, certain || (worst.get(name) ?? false));
  }
  return [...worst].map(([name, certain]) => ({
    what: certain ? `the value of ${name}` : `a part of the value of ${name}`,
    certain,
  }));
}

/** Every run is full of hashes: a short piece of hexadecimal digits is no sign of a key that is made of them. */
function isChance(piece: string): boolean {
  return piece.length < CERTAIN_LENGTH && /^[0-9a-f]+$/i.test(piece);
}

interface SecretSource {
  config: Config;
  environment: Environment;
}

function namedSecrets({ config, environment }: SecretSource): Secret[] {
  const keys = new Set<string>([
    "SCOPEBENCH_NEO4J_PASSWORD",
    ...tokenVariables(config.live_sources?.sources ?? [], environment),
  ]);
  const others = new Set<string>(["SCOPEBENCH_POSTGRES_URL"]); // Of these the credentials in an address alone.
  JSON.stringify(config, (key, value: unknown) => {
    if (key.endsWith("_env") && typeof value === "string" && !value.includes("{"))
      (/(?:url|user)_env$/.test(key) ? others : keys).add(value);
    return value;
  });
  const named = Object.fromEntries([...keys, ...others].map((name) => [name, environment[name]]));
  // Files are read byte for byte, so letters outside ASCII stand there as several.
  return secretsOf(named, [...keys]).flatMap(({ name, value }) =>
    [...new Set([value, Buffer.from(value).toString("latin1")])].map((form) => ({ name, value: form })),
  );
}
