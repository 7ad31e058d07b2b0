import type { SubjectConfig } from "../contract.ts";
import type { ToolContext } from "../tools/tool.ts";
import { makeCommandChannel } from "./command.ts";
import type { SubjectRequest } from "./exchange.ts";
import { makeHttpChannel } from "./http.ts";
import { openModuleChannel } from "./module.ts";

/** One way to reach an agent. */
export interface Channel {
  /**
   * Hands a request over and gives back what came, unchecked.
   * @throws SubjectFailure when nothing usable came, the signal's reason when it is aborted
   */
  ask(request: SubjectRequest, call: ChannelCall): Promise<unknown>;
  close(): Promise<void>;
}

interface ChannelCall {
  /** For agents in this process; the others have the tools over MCP. */
  tools: ToolContext;
  /** Ends the turn. Nothing of the agent may be left at work when `ask` returns. */
  signal: AbortSignal;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export async function openChannel(subject: SubjectConfig, environment: Environment): Promise<Channel> {
  if (subject.type === "command") return makeCommandChannel(subject, environment);
  return subject.type === "http" ? makeHttpChannel(subject, environment) : openModuleChannel(subject, environment);
}
