import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type PolicyTexts, readPolicies } from "../../../agent/knowledge/policies.ts";
import type { Environment } from "../../../base/environment.ts";
import { UserError } from "../../../base/user-error.ts";
import { readUtf8 } from "../../../base/utf8-text.ts";
import { credentialProblems } from "./check-credentials.ts";
import { POLICY_FILES, type PolicyEntry } from "./policies-schema.ts";
import type { Config } from "./schema.ts";

/**
 * The configuration with the texts of its policies, and of those that levels name, in place of their folders.
 * @throws UserError `config` with every folder that cannot be read or holds something else
 */
export async function withPolicyTexts(config: Config, environment: Environment): Promise<Config> {
  const problems: string[] = [];
  const textsOf = async (where: string, entry: PolicyEntry): Promise<PolicyEntry> =>
    typeof entry === "string" ? readFolder(entry, (problem) => problems.push(`${where}: ${problem}`)) : entry;
  const policies = config.policies === undefined ? {} : { policies: await textsOf("policies", config.policies) };
  const factors = [];
  for (const factor of config.factors ?? []) {
    const levels = [];
    for (const { name, patch } of factor.levels) {
      const own = patch.policies as PolicyEntry | undefined;
      const where = `factors.${factor.name}.${name}.policies`;
      levels.push({ name, patch: own === undefined ? patch : { ...patch, policies: await textsOf(where, own) } });
    }
    factors.push({ ...factor, levels });
  }
  const read = { ...config, ...policies, ...(config.factors && { factors }) };
  // They are written into the run as the rest is.
  if (problems.length === 0) problems.push(...credentialProblems(read, environment));
  if (problems.length > 0) throw new UserError("config", "policies cannot be used", { problems });
  return read;
}

async function readFolder(folder: string, tell: (problem: string) => void): Promise<PolicyEntry> {
  const files = await readdir(folder).catch(() => null);
  if (files === null) tell(`there is no folder ${folder}`);
  const texts: [string, string][] = [];
  for (const file of (files ?? []).filter((name) => name.endsWith(".md")).sort()) {
    const name = basename(file, ".md");
    const text = (await readUtf8(join(folder, file))).trim();
    if (!(POLICY_FILES as readonly string[]).includes(name))
      tell(`${file} is not a policy; expected ${POLICY_FILES.map((known) => `${known}.md`).join(", ")}`);
    else if (text === "") tell(`${file} is empty`);
    else texts.push([name, text]);
  }
  if (files !== null && texts.length === 0) tell(`${folder} holds no policy`);
  return Object.fromEntries(texts);
}

/** The shipped policies with one's own in their places; undefined where there are none. */
export function toPolicies(entry: PolicyEntry | undefined): PolicyTexts | undefined {
  if (entry === undefined) return undefined;
  if (typeof entry === "string") throw new Error(`the policies of ${entry} were not read`);
  const { preferences, ...own } = entry;
  const shipped = readPolicies();
  return { policies: { ...shipped.policies, ...own }, preferences: preferences ?? shipped.preferences };
}
