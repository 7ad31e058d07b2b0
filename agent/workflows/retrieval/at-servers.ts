import { ServerLost } from "../../../base/outages/server-lost.ts";
import { UserError } from "../../../base/user-error.ts";
import type { ToolContext } from "../../turns/tool-context.ts";

/**
 * Work at a server outside of a tool call: where the server is lost, or answers with something unreadable, the turn ends over it and
 * counts for nothing. No agent chose that request, so none fails by it.
 */
export async function atServers<T>({ lose }: Pick<ToolContext, "lose">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = lostIn(thrown);
    if (error instanceof ServerLost) lose?.(error);
    throw error;
  }
}

function lostIn(error: unknown): unknown {
  if (error instanceof ServerLost || !(error instanceof UserError) || error.code !== "substrate") return error;
  const { message, problems, hint } = error;
  return new ServerLost("unusable answer", [message, ...problems].join("; "), { cause: error, ...(hint && { hint }) });
}
