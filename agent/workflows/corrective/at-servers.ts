import { ServerLost } from "../../../base/outages/server-lost.ts";
import type { ToolContext } from "../../tools/tool.ts";

/** Work at a server outside of a tool call: where the server is lost, the turn ends over it and counts for nothing. */
export async function atServers<T>({ lose }: Pick<ToolContext, "lose">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServerLost) lose?.(error);
    throw error;
  }
}
