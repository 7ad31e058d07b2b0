import type { BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { SourceDescription } from "../../../db/sources/port.ts";
import type { Role, SourceSettings } from "../../contract/contract.ts";

/** What the graph over live sources is made of. Each is metered and recorded by whoever gives it. */
export interface SourceParts {
  sources: readonly SourceDescription[];
  settings: SourceSettings;
  /** One request for a node's own purpose. */
  ask(role: Role, said: string): Promise<string>;
  call(tool: "source_search" | "source_open", args: Record<string, unknown>): Promise<ToolMessage>;
  /** Answers the conversation, results among it; gives the messages that it adds. */
  answer(messages: readonly BaseMessage[]): Promise<BaseMessage[]>;
  elapsedMs(): number;
}
