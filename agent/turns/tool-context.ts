import type { RunnableConfig } from "@langchain/core/runnables";
import type { Substrate } from "../../db/ports/ports.ts";
import type { Caller } from "../../db/sources/caller.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import type { CallReview, SourceSettings, ToolDescriptions, ToolFamily } from "../contract/contract.ts";
import { AgentLimitReached } from "../contract/failures.ts";
import type { AgentLimits } from "../contract/limits.ts";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import type { CallLog } from "./call-log.ts";

/** Runs what throws at a loop; over that the whole turn ends, whichever of its agents is in it. */
export function endLoop(context: Pick<ToolContext, "lose">, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof AgentLimitReached) context.lose?.(error);
    throw error;
  }
}

/** What a tool call runs in. One per execution; sub-agents share it, above all its `calls`. */
export interface ToolContext {
  substrate: Substrate;
  files: AgentFiles;
  /** Numbers and records the calls of the thread. */
  calls: CallLog;
  limits: AgentLimits;
  /** Families whose tools exist for this agent. */
  families: readonly ToolFamily[];
  descriptions?: ToolDescriptions | undefined;
  /** Name of the executor that calls, null for the main agent. The call's configuration says where in the graph it is. */
  subAgent(config?: RunnableConfig): string | null;
  /** The user's turn, from 0. */
  turn(config?: RunnableConfig): number;
  /** Milliseconds since the thread began. */
  elapsedMs(): number;
  signal: AbortSignal;
  /** Live sources and as whom they are asked; absent where there are none. */
  live?: { sources: readonly LiveSource[]; caller: Caller; settings: SourceSettings };
  /** Ends the turn over a lost server, or over a request to a model, whose thread counts for nothing. Absent: the call is answered with the error. */
  lose?(failure: Error): void;
  /** What a person decided on calls, by call id. */
  reviews?: Map<string, CallReview>;
  /** Asked before each call is made, where somebody pays for it. @throws ToolFailure where nothing is left */
  reserve?(): Promise<void>;
  /** Awaited when a call has its result (`AgentTask`). */
  ownTurn?(): Promise<void>;
  /** Ends one call, which is recorded as `cancelled`; the thread goes on. */
  cancel?: AbortSignal;
}
