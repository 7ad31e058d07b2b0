import type { Row } from "../../../db/ports/ports.ts";
import { request } from "./client.ts";

export interface LookUp {
  rows: Row[];
  total?: number;
  truncated: boolean;
  facts?: Record<string, unknown>;
}

/** The records by a tool of the agent's, for who looks for themselves: nothing of it is stored on a thread. */
export function lookUp(tool: string, args: Record<string, unknown>): Promise<LookUp> {
  return request(`/tools/${tool}`, { method: "POST", body: args });
}
