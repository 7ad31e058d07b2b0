import type { BaseMessage } from "@langchain/core/messages";
import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** What an executor said and did, kept in the planner's state and so in its checkpoints. */
export interface Transcript {
  subAgent: string;
  messages: BaseMessage[];
}

/**
 * The channel of the planner's state for its executors' transcripts. Their own checkpoints are not kept: with durability
 * `exit`, LangGraph stores those of the outermost graph only.
 */
export function makeTranscriptState() {
  const transcripts = new ReducedValue(
    z.array(z.custom<Transcript>()).default(() => []),
    {
      inputSchema: z.array(z.custom<Transcript>()).optional(),
      reducer: (before: Transcript[], added?: Transcript[]) => [...before, ...(added ?? [])],
    },
  );
  return new StateSchema({ transcripts });
}
