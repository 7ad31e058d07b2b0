import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { getHarnessProfile, registerHarnessProfile } from "deepagents";

/** What deepagents brings that the study does not have, or has as tools of its own: shells, searching files, a general-purpose sub-agent. */
const DROPPED = ["delete", "execute", "glob", "grep"];
/** A planner delegates, and reads its skills where it has any. */
const NO_WORKSPACE = [...DROPPED, "write_file", "edit_file", "ls"];

const PROFILES = {
  // It hands out nothing: without the middleware there is no tool to be taken away at each call of the model.
  react: {
    excludedTools: [],
    excludedMiddleware: ["subAgentMiddleware"],
    generalPurposeSubagent: { enabled: false },
  },
  planner: { excludedTools: [...NO_WORKSPACE, "read_file"], generalPurposeSubagent: { enabled: false } },
  planner_with_skills: { excludedTools: NO_WORKSPACE, generalPurposeSubagent: { enabled: false } },
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
