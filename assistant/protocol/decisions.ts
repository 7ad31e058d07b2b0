import { z } from "zod";
import type { CallReview } from "../../agent/contract/contract.ts";
import type { AgentLimits } from "../../agent/contract/limits.ts";
import { argumentSchema } from "../../agent/tools/argument-schema.ts";
import { TOOLS } from "../../agent/tools/registry.ts";
import type { ReviewRequest } from "../../agent/workflows/middleware/call-review.ts";
import { decisionSchema, parse, Refused } from "./protocol.ts";

/** A call that waits for a person. */
export interface Pause {
  id: string;
  value: ReviewRequest;
}

/**
 * What a thread waits for; of several executors' calls the first, since clients answer one at a time. Null for nothing. Of what is over
 * beside others that wait, the checkpoint still has its last pause.
 */
export function pauseOf(tasks: readonly { interrupts?: readonly unknown[]; result?: unknown }[]): Pause | null {
  const waiting = tasks.filter(({ result }) => result === undefined);
  return (waiting.flatMap(({ interrupts = [] }) => interrupts)[0] as Pause | undefined) ?? null;
}

/**
 * A client's `command.resume` as the agent takes it: `{decisions: [one]}`, or that by the id of what it decides on.
 * @throws Refused 409 for a decision on a call that no longer waits, 422 for an invalid one
 */
export function toDecision(resume: unknown, pause: Pause, limits: AgentLimits): Omit<CallReview, "by" | "waitedMs"> {
  const { decisions } = parse(z.object({ decisions: z.array(z.unknown()) }), ofPause(resume, pause));
  if (decisions.length !== 1) throw new Refused(422, "expected one decision: calls are put before you one at a time");
  const decision = decisionOf(decisions[0]);
  if (decision.type === "approve") return { decision: "approve" };
  if (decision.type === "reject") return { decision: "reject", message: decision.message ?? "" };
  const { name, args } = decision.edited_action;
  const proposed = pause.value.action_requests[0]!;
  if (name !== proposed.name)
    throw new Refused(
      422,
      `expected arguments for ${proposed.name}: a call is edited, not exchanged; reject it instead`,
    );
  return { decision: "edit", arguments: checked(name, asProposed(args, proposed.args), limits) };
}

const DECISION_FORM =
  '{"decisions": [one]}, which is {"type": "approve"}, {"type": "edit", "edited_action": {"name", "args"}} or {"type": "reject", "message"}';

function decisionOf(value: unknown): z.output<typeof decisionSchema> {
  const type = (value as { type?: unknown } | null)?.type;
  if (["approve", "edit", "reject"].includes(String(type))) return parse(decisionSchema, value);
  throw new Refused(422, `expected ${DECISION_FORM}`);
}

/** Whether it is for further calls of the same tool, too. */
export function isForAll(resume: unknown, pause: Pause): boolean {
  const { decisions } = ofPause(resume, pause) as { decisions: { rest?: boolean }[] };
  return decisions[0]?.rest === true;
}

function ofPause(resume: unknown, { id }: Pause): unknown {
  if (typeof resume !== "object" || resume === null || "decisions" in resume) return resume;
  if (Object.hasOwn(resume, id)) return (resume as Record<string, unknown>)[id];
  // Keyed by a call's id it decides on another one; else it is no decision in these words.
  if (!Object.values(resume).some((value) => typeof value === "object" && value !== null && "decisions" in value))
    throw new Refused(422, `expected ${DECISION_FORM}`);
  throw new Refused(409, "this call is no longer waiting: it was decided elsewhere, or the run was ended");
}

/** Forms send every argument as a text. What was no text when it was proposed is read as JSON, where it is any. */
function asProposed(args: Record<string, unknown>, proposed: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const wasText = typeof proposed[name] === "string" || !Object.hasOwn(proposed, name);
      return [name, typeof value === "string" && !wasText ? jsonOr(value) : value];
    }),
  );
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // The tool's schema says what is wrong with it.
  }
}

/** What a call with these arguments would be refused for is said to who edits them, not to the agent. */
function checked(name: string, args: Record<string, unknown>, limits: AgentLimits): Record<string, unknown> {
  const tool = Object.values(TOOLS).find((candidate) => candidate.name === name);
  const parsed = tool && argumentSchema(tool, limits).check.safeParse(args);
  if (!parsed || parsed.success) return args;
  throw new Refused(422, `${name} does not take these arguments: ${z.prettifyError(parsed.error)}`);
}
