import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { interrupt } from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import type { CallReview } from "../../contract/contract.ts";
import type { Execution } from "../execution.ts";

/** What a pause tells: LangChain's human-in-the-loop request, always of one call, since front-ends answer with one decision. */
export interface ReviewRequest {
  action_requests: { name: string; args: Record<string, unknown>; tool_call_id: string; description: string }[];
  review_configs: { action_name: string; allowed_decisions: CallReview["decision"][] }[];
}

/** The member of a message's `additional_kwargs` that holds the decisions on its calls, by call id. */
const REVIEWS = "scopebench_reviews";

/** Whether somebody decides on calls. */
export function isReviewed({ live, reviewer }: Execution["task"]): boolean {
  return live !== undefined || reviewer !== undefined;
}

/** Tools whose calls are decided on, by the rule under which the turn paused, where it did. */
export function reviewedIn({ live, reviewer }: Execution["task"]): ReadonlySet<string> {
  return live?.resume?.reviewed ?? live?.reviewed ?? reviewer?.reviewed ?? new Set();
}

/**
 * Safe Mode: the graph pauses before each call of a reviewed tool until a person has decided on it. Decisions are kept in
 * the message that made the calls, and so in the checkpoints; an edit replaces the call's arguments there.
 */
export function makeCallReview({ task }: Pick<Execution, "task">) {
  const reviewed = task.live?.reviewed ?? task.reviewer?.reviewed ?? new Set<string>();
  // Decisions belong to calls by their order: the message that waited is gone through by the rule by which it began to wait.
  let waitedBy = task.live?.resume?.reviewed;
  return createMiddleware({
    name: "callReview",
    afterModel: (state) => {
      const message = (state.messages as BaseMessage[]).at(-1);
      if (!AIMessage.isInstance(message)) return;
      const calls = (message.tool_calls ?? []).map((call) => ({ ...call, id: call.id ?? "" }));
      const rule = waitedBy ?? reviewed;
      waitedBy = undefined;
      const waiting = calls.filter(({ name }) => rule.has(name));
      if (waiting.length === 0) return;
      // One after the other: the node begins anew with each decision, and gets the earlier ones at once.
      const reviews = new Map(waiting.map((call) => [call.id, decide(call, task)]));
      return { messages: [withReviews(message, reviews)] };
    },
  });
}

interface ProposedCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

/** Pauses until a person has decided on the call, or has a script decide; an edit tells what was proposed. */
export function decide({ id, name, args }: ProposedCall, { live, reviewer }: Execution["task"]): CallReview {
  if (!live && reviewer) return reviewer.decide({ name, args });
  const request: ReviewRequest = {
    action_requests: [{ name, args, tool_call_id: id, description: `The agent wants to call ${name}.` }],
    review_configs: [{ action_name: name, allowed_decisions: ["approve", "edit", "reject"] }],
  };
  const review = interrupt<ReviewRequest, CallReview>(request);
  return review.decision === "edit" ? { ...review, proposed: args } : review;
}

/** A new message: what is set on one later does not reach the checkpoints. */
function withReviews(message: AIMessage, reviews: ReadonlyMap<string, CallReview>): AIMessage {
  return new AIMessage({
    content: message.content,
    id: message.id,
    name: message.name,
    additional_kwargs: { ...message.additional_kwargs, [REVIEWS]: Object.fromEntries(reviews) },
    response_metadata: message.response_metadata,
    usage_metadata: message.usage_metadata,
    tool_calls: (message.tool_calls ?? []).map((call) => ({
      ...call,
      args: reviews.get(call.id ?? "")?.arguments ?? call.args,
    })),
  });
}

/** What was decided on a call; undefined where nobody was asked. */
export function reviewOf(messages: readonly BaseMessage[], callId: string | undefined): CallReview | undefined {
  const message = messages.findLast((entry) => AIMessage.isInstance(entry));
  const reviews = message?.additional_kwargs[REVIEWS] as Record<string, CallReview> | undefined;
  const review = callId === undefined || !reviews || !Object.hasOwn(reviews, callId) ? undefined : reviews[callId];
  const { arguments: _given, ...kept } = review ?? {};
  return review && (kept as CallReview);
}
