import { readFileSync } from "node:fs";
import { importModule } from "../../../base/consent/import-module.ts";
import { hashOf, sha256 } from "../../../base/hash.ts";
import { UserError } from "../../../base/user-error.ts";
import type { RetrievalModule } from "../../contract/contract.ts";
import type { Retrieve } from "./calls.ts";

/**
 * Retrieval strategies of one's own, by name, and a hash over their modules; null without any.
 * @throws UserError `config` naming every module that cannot be loaded or exports no `retrieve`
 */
export async function loadRetrievals(
  modules: readonly RetrievalModule[],
): Promise<{ retrievals: Readonly<Record<string, Retrieve>>; version: string | null }> {
  const retrievals: Record<string, Retrieve> = {};
  const problems: string[] = [];
  for (const { name, path } of modules) {
    const { retrieve, problem } = await load(path);
    if (retrieve) retrievals[name] = retrieve;
    else problems.push(`${name}: ${path} ${problem}`);
  }
  if (problems.length > 0)
    throw new UserError("config", "retrievals: expected modules that export a function `retrieve`", { problems });
  const version =
    modules.length === 0 ? null : hashOf(modules.map(({ name, path }) => [name, sha256(readFileSync(path))]));
  return { retrievals, version };
}

async function load(path: string): Promise<{ retrieve?: Retrieve; problem?: string }> {
  try {
    const { retrieve } = await importModule(path);
    return typeof retrieve === "function" ? { retrieve: retrieve as Retrieve } : { problem: "exports none" };
  } catch (error) {
    if (error instanceof UserError && error.code === "usage") throw error; // Nobody agreed to it.
    return { problem: `cannot be loaded: ${error instanceof Error ? error.message : String(error)}` };
  }
}
