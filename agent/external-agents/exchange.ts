/** What an external agent is asked and what it answers: JSON, the same for a module, an HTTP endpoint and a command. */
import { z } from "zod";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { ExternalAgentFailure } from "../contract/failures.ts";
import type { ToolContext } from "../turns/tool-context.ts";

/** Version of this exchange. An agent that knows another should refuse the request. */
export const EXCHANGE_FORMAT = 1;

const messageSchema = z.object({ role: z.enum(["user", "assistant"]), text: z.string() });

export const externalAgentRequestSchema = z.object({
  format: z.literal(EXCHANGE_FORMAT),
  thread: z.string().describe("stands in the links to artifacts; says nothing about the question"),
  turn: z.number().int().min(0),
  question: z.string(),
  conversation: z.array(messageSchema).describe("the turns before this one, oldest first"),
  instructions: z.string().describe("what our own agents are told of the records, the tools and the form of an answer"),
  time_limit_ms: z.number().positive().describe("after which the turn ends as a timeout"),
  seed: z.number().int(),
  mcp: z
    .object({ url: z.url(), token: z.string() })
    .nullable()
    .describe(
      "the tools, over streamable HTTP, with `Authorization: Bearer <token>`; null where it has tools of its own",
    ),
});
export type ExternalAgentRequest = z.infer<typeof externalAgentRequestSchema>;

const count = z.number().int().min(0);

/** Strict: a misspelt member would otherwise be a value that was never reported. */
export const externalAgentAnswerSchema = z.strictObject({
  answer: z.string().describe("Markdown"),
  ranked_ids: z
    .array(z.string().min(1))
    .max(10_000)
    .optional()
    .describe("what it recommends, best first; without it the list is read from the answer's Recommended section"),
  abstained: z.boolean().optional().describe("without it: whether the answer says `No supported recommendation`"),
  coverage_gaps: z
    .array(z.string().min(1))
    .max(10_000)
    .nullable()
    .optional()
    .describe(
      "ids of items of the change without any test case, [] where each has one, null where it did not look; without it they are read from the answer's section `Not covered`",
    ),
  usage: z
    .strictObject({ input_tokens: count, output_tokens: count, model_calls: count.optional() })
    .optional()
    .describe("of this turn"),
  served_models: z.array(z.string()).max(100).optional(),
});
export type ExternalAgentAnswer = z.infer<typeof externalAgentAnswerSchema>;

/** @throws SubjectFailure `subject_bad_answer` */
export function checkAnswer(value: unknown): ExternalAgentAnswer {
  const parsed = parsePlainly(externalAgentAnswerSchema, value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error).join("; ");
  throw new ExternalAgentFailure("subject_bad_answer", `the answer does not fit its schema: ${problems}`);
}

/** One way to reach an agent. */
export interface Channel {
  /**
   * Hands a request over and gives back what came, unchecked.
   * @throws SubjectFailure when nothing usable came, the signal's reason when it is aborted
   */
  ask(request: ExternalAgentRequest, call: ChannelCall): Promise<unknown>;
  /** Of an agent that answered before: how long the turn took then, and the calls that it tells of. */
  recorded?(request: ExternalAgentRequest): { tookMs: number; calls: readonly unknown[] } | null;
  /** Of such an agent: why it cannot be asked these turns; null where it can. */
  lacks?(turns: readonly string[]): string | null;
  close(): Promise<void>;
}

interface ChannelCall {
  /** For agents in this process; the others have the tools over MCP. */
  tools: ToolContext;
  /** Ends the turn. Nothing of the agent may be left at work when `ask` returns. */
  signal: AbortSignal;
}
