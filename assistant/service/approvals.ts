import { compareText } from "../../base/text-order.ts";
import type { Pause } from "../protocol/decisions.ts";
import type { Principal } from "../protocol/principal.ts";
import { Refused } from "../protocol/protocol.ts";
import type { StoredDocument } from "../store/documents.ts";
import type { StoredThread } from "../store/store.ts";
import type { AssistantService } from "./service.ts";

/**
 * "Approve the rest of this kind": documents of a thread, by the tool's name, with who wrote it. They are listed, and removed, like any document; each call
 * that they approve is decided on when it comes, so that removing one takes hold at once. They are given under a thread's rule of what is reviewed:
 * another rule takes them back, and where decisions are left to reviewers, approvals by others lapse.
 */
export const APPROVAL = "approval";

/** Of the call that waits; null where a person must decide. */
export async function approverOf(
  { store, options }: AssistantService,
  thread: Pick<StoredThread, "id">,
  { value }: Pause,
): Promise<string | null> {
  const holds = (approval: StoredDocument | null) =>
    approval !== null && (options.decidedBy === "owner" || roleOf(approval) !== "ask");
  const approvals = await Promise.all(
    value.action_requests.map(({ name }) => store.documents.read(thread.id, APPROVAL, name)),
  );
  return approvals.every(holds) ? (approvals[0]?.author ?? null) : null;
}

/** What an approval says: as what its author gave it. */
export function approvalOf({ principal }: Pick<AssistantService, "principal">): { role: Principal["role"] } {
  return { role: principal.role };
}

/** Of one that does not say it: who may do least. */
function roleOf({ value }: StoredDocument): string {
  return String((value as { role?: unknown } | null)?.role ?? "ask");
}

/** Takes back what was approved under another rule than this; before the rule is written, so that a kill in between leaves nothing approved. */
export async function takeBackUnderOther(
  { store }: AssistantService,
  id: string,
  rule: Iterable<unknown>,
): Promise<void> {
  const before = (await store.thread(id))?.metadata.safe_mode;
  if (before === undefined || textOf(before) === textOf([...rule])) return;
  for (const { key } of await store.documents.list(id, APPROVAL)) await store.documents.remove(id, APPROVAL, key);
}

function textOf(rule: unknown): string {
  return JSON.stringify(Array.isArray(rule) ? rule.map(String).toSorted(compareText) : rule);
}

/** Further calls like the one that waits, on its thread. */
export async function approveKind(
  service: AssistantService,
  { id }: Pick<StoredThread, "id">,
  { value }: Pause,
): Promise<void> {
  for (const { name } of value.action_requests)
    await service.store.documents.write(id, { kind: APPROVAL, key: name }, approvalOf(service));
}

/** @throws Refused 403 for who may not decide on the thread's calls */
export function checkMayDecide({ options, principal }: AssistantService): void {
  if (options.decidedBy === "reviewers" && principal.role === "ask")
    throw new Refused(403, "decisions are for those who review: wait for one of them");
}
