import { createMiddleware } from "langchain";
import type { Execution } from "../execution.ts";
import { threadNote } from "../prompts.ts";

/**
 * Names the thread at the end of all that the system's message holds. Providers serve what two requests begin with in common
 * from a cache: in front of it, the name would keep prompt and policies out.
 */
export function makeThreadNote({ task }: Pick<Execution, "task">) {
  return createMiddleware({
    name: "threadNote",
    wrapModelCall: (request, handler) =>
      handler({ ...request, systemMessage: request.systemMessage.concat(`\n${threadNote(task)}`) }),
  });
}
