import type { RunnableConfig } from "@langchain/core/runnables";
import type { z } from "zod";
import type { Row, Substrate } from "../../db/ports.ts";
import type { CallReview, ToolFamily } from "../contract.ts";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import type { AgentLimits } from "../limits.ts";
import type { CallLog } from "./call-log.ts";

/** What a tool call runs in. One per execution; sub-agents share it, above all its `calls`. */
export interface ToolContext {
  substrate: Substrate;
  files: AgentFiles;
  /** Numbers and records the calls of the thread. */
  calls: CallLog;
  limits: AgentLimits;
  /** Families whose tools exist for this agent. */
  families: readonly ToolFamily[];
  /** Name of the executor that calls, null for the main agent. The call's configuration says where in the graph it is. */
  subAgent(config?: RunnableConfig): string | null;
  /** The user's turn, from 0. */
  turn(config?: RunnableConfig): number;
  /** Milliseconds since the thread began. */
  elapsedMs(): number;
  signal: AbortSignal;
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

/**
 * What a tool gives back. `rows` came from the database: they go to a result file in full, and the model sees a preview.
 * A `view` is read from a file that exists already (or says what was written): the model sees it as it is.
 */
export type ToolOutput =
  | {
      type: "rows";
      rows: readonly Row[];
      /** How many there are in all, where it is known and not the number of rows. */
      total?: number;
      /** True when a limit cut rows off. */
      truncated: boolean;
      /** Small facts about the result, shown whole: groups, counts, the next offset. */
      facts?: Record<string, unknown>;
      /**
       * Echoes of the question (ids not found, an expanded query): shown whole, and kept out of the result file, so that
       * no id counts as evidence because it was asked for.
       */
      echoes?: Record<string, unknown>;
    }
  | { type: "view"; value: Record<string, unknown>; truncated: boolean };

export interface ToolDefinition<Input = unknown> {
  name: string;
  family: ToolFamily;
  /** What the model reads. */
  description: string;
  /** The arguments, bounded by the limits. Unknown members are refused. */
  schema(limits: AgentLimits): z.ZodType<Input>;
  /** What every row must look like; default: any object. */
  row?: z.ZodType;
  /** @throws ToolFailure (expected), QueryTimeout, QueryFailed, ServerLost; anything else is reported as `internal` */
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** Checks a definition's `run` against its own schema, then forgets the input's type: the registry holds tools of any input. */
export function defineTool<Input>(definition: ToolDefinition<Input>): ToolDefinition {
  return definition as unknown as ToolDefinition;
}
