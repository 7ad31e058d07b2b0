import { z } from "zod";
import { parse, Refused } from "../protocol/protocol.ts";

/** Commands of LangGraph's thread protocol. */
export const threadCommand = z.object({
  id: z.number().int().min(0),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** What else it has, and what to do instead. */
const INSTEAD: Record<string, string> = {
  "subscription.": "follow a thread by POST /threads/{thread_id}/stream/events",
  "state.fork": "run.start with config.configurable.checkpoint_id",
  "state.": "read GET /threads/{thread_id}/state and /threads/{thread_id}/history",
  "agent.": "read GET /assistants/{assistant_id}/graph",
  "input.inject": "ask by run.start: it waits until the run at work is over",
};

/** The body of a run's request that does the same. @throws Refused 422, 501 */
export function requestOf(
  { method, params }: z.output<typeof threadCommand>,
  assistantId: () => Promise<string>,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  if (method === "run.start") return startOf(params);
  if (method === "input.respond") return answerTo(params, assistantId);
  const [, instead = "run.start and input.respond are"] =
    Object.entries(INSTEAD).find(([beginning]) => method.startsWith(beginning)) ?? [];
  throw new Refused(501, `${method} is not served: ${instead}`);
}

function startOf(params: Record<string, unknown>): Record<string, unknown> {
  const { config } = parse(z.object({ config: runConfig }), params);
  const checkpoint_id = config?.configurable?.checkpoint_id;
  // The client makes up a new thread's id, and its first command makes the thread.
  return { ...params, if_not_exists: "create", ...(checkpoint_id && { checkpoint_id }) };
}

const runConfig = z
  .looseObject({ configurable: z.looseObject({ checkpoint_id: z.string().nullish() }).nullish() })
  .nullish();

const answer = z.object({ interrupt_id: z.string(), response: z.unknown() });
const answers = z.union([answer, z.object({ responses: z.array(answer).min(1) })]);

async function answerTo(
  { update, goto, config, metadata, ...params }: Record<string, unknown>,
  assistantId: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const given = parse(answers, params);
  const [one, ...others] = "responses" in given ? given.responses : [given];
  if (others.length > 0) throw new Refused(422, "expected one response: calls are put before you one at a time");
  const resume = { [one!.interrupt_id]: one!.response };
  return { assistant_id: await assistantId(), command: { resume, update, goto }, config, metadata };
}
