import { type BackendProtocolV2, createFilesystemMiddleware, type FilesystemPermission } from "deepagents";
import type { AgentMiddleware } from "langchain";
import { SKILLS_MOUNT } from "../../filesystem/agent-backend.ts";

/**
 * deepagents' `read_file` and its care for long texts, in place of its own middleware of the same name. Without the
 * state: our files are in the database, and LangChain makes and compiles the state's schema anew at every call of a model,
 * which took a tenth of a step.
 */
export function makeFileTools(
  backend: BackendProtocolV2,
  permissions: readonly FilesystemPermission[] = [],
): AgentMiddleware {
  const files = createFilesystemMiddleware({ backend, tools: ["read_file"], permissions: [...permissions] });
  return { ...files, stateSchema: undefined };
}

/** For an agent that reads its skills and nothing else. */
export const SKILLS_ONLY: readonly FilesystemPermission[] = [
  { operations: ["read"], paths: [`${SKILLS_MOUNT}**`] },
  { operations: ["read"], paths: ["/**"], mode: "deny" },
];
