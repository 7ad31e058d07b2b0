import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { getHarnessProfile, registerHarnessProfile } from "deepagents";

/** What deepagents brings that the study does not have: writing files and shells, and a general-purpose sub-agent. */
const DROPPED = ["write_file", "edit_file", "delete", "execute", "ls", "glob", "grep"];

const PROFILES = {
  react: { excludedTools: [...DROPPED, "task"], generalPurposeSubagent: { enabled: false } },
  planner: { excludedTools: [...DROPPED, "read_file"], generalPurposeSubagent: { enabled: false } },
  planner_with_skills: { excludedTools: DROPPED, generalPurposeSubagent: { enabled: false } },
};
export type HarnessProfileName = keyof typeof PROFILES;

/**
 * Registers our profiles with deepagents, once in a process. Its own profiles add a prompt per vendor's model; ours add
 * none, so that all models are told the same.
 */
export function registerProfiles(): void {
  for (const [name, profile] of Object.entries(PROFILES)) {
    if (getHarnessProfile(`${PROVIDER}:${name}`) === undefined) registerHarnessProfile(`${PROVIDER}:${name}`, profile);
  }
}

/** The model as deepagents is to see it: it looks its profile up by `model_name` when that has the form `provider:name`. */
export function withProfile<Model extends BaseChatModel>(model: Model, profile: HarnessProfileName): Model {
  return Object.assign(model, { model_name: `${PROVIDER}:${profile}` });
}

const PROVIDER = "scopebench";
