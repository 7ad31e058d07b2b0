import { type BackendProtocolV2, createFilesystemMiddleware } from "deepagents";
import type { AgentMiddleware } from "langchain";

/**
 * deepagents' `read_file` and its care for long texts, in place of its own middleware of the same name. Without the
 * state: our files are in the database, and LangChain makes and compiles the state's schema anew at every call of a model,
 * which took a tenth of a step.
 */
export function makeFileTools(backend: BackendProtocolV2): AgentMiddleware {
  return { ...createFilesystemMiddleware({ backend, tools: ["read_file"] }), stateSchema: undefined };
}
