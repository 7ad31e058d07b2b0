import { type BackendProtocolV2, createFilesystemMiddleware } from "deepagents";
import type { AgentMiddleware } from "langchain";
import { SKILLS_MOUNT } from "../agent-backend.ts";
import { shareSchemas } from "./share-schemas.ts";

/**
 * deepagents' file tools and its care for long texts, in place of its own middleware of the same name. Without the
 * state: our files are in the database, and LangChain makes and compiles the state's schema anew at every call of a model,
 * which took a tenth of a step.
 */
export function makeFileTools(backend: BackendProtocolV2, access: FileAccess): AgentMiddleware {
  const files = createFilesystemMiddleware({ backend, ...access, customToolDescriptions: DESCRIPTIONS });
  return { ...shareSchemas(files), stateSchema: undefined };
}

type FileAccess = Required<
  Pick<NonNullable<Parameters<typeof createFilesystemMiddleware>[0]>, "tools" | "permissions">
>;

/** Where an agent writes texts of its own; results and documents come about by other tools. */
const WORKSPACE = "/workspace";

const DESCRIPTIONS = {
  write_file: `Writes a new text file for yourself or the user, below ${WORKSPACE}; all other folders are read-only.`,
};

/** For an agent that retrieves: it reads its files and writes texts in its workspace. */
export const WORKSPACE_ACCESS: FileAccess = {
  tools: ["read_file", "ls", "write_file", "edit_file"],
  permissions: [
    { operations: ["write"], paths: [`${WORKSPACE}/**`] },
    { operations: ["write"], paths: ["/**"], mode: "deny" },
  ],
};

/** For an agent that reads its skills and nothing else. */
export const SKILLS_ONLY: FileAccess = {
  tools: ["read_file"],
  permissions: [
    { operations: ["read"], paths: [`${SKILLS_MOUNT}**`] },
    { operations: ["read"], paths: ["/**"], mode: "deny" },
  ],
};
