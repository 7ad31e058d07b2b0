import type { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import type { ToolFamily } from "../contract/contract.ts";
import type { AgentLimits } from "../contract/limits.ts";
import type { ToolContext } from "../turns/tool-context.ts";

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
