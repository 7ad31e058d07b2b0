import type { Pause } from "./decisions.ts";
import { Refused } from "./protocol.ts";
import type { AssistantService } from "./service.ts";
import type { StoredThread } from "./store/store.ts";

/**
 * "Approve the rest of this kind": documents of a thread, by the tool's name, with who wrote it. They are listed, and removed, like any document; each call
 * that they approve is decided on when it comes, so that removing one takes hold at once.
 */
export const APPROVAL = "approval";

/** Of the call that waits; null where a person must decide. */
export async function approverOf(
  { store }: AssistantService,
  thread: Pick<StoredThread, "id">,
  { value }: Pause,
): Promise<string | null> {
  const approvals = await Promise.all(
    value.action_requests.map(({ name }) => store.documents.read(thread.id, APPROVAL, name)),
  );
  return approvals.every((approval) => approval !== null) ? (approvals[0]?.author ?? null) : null;
}

/** Further calls like the one that waits, on its thread. */
export async function approveKind(
  { store }: AssistantService,
  { id }: Pick<StoredThread, "id">,
  { value }: Pause,
): Promise<void> {
  for (const { name } of value.action_requests) await store.documents.write(id, { kind: APPROVAL, key: name }, {});
}

/** @throws Refused 403 for who may not decide on the thread's calls */
export function checkMayDecide({ options, principal }: AssistantService): void {
  if (options.decidedBy === "reviewers" && principal.role === "ask")
    throw new Refused(403, "decisions are for those who review: wait for one of them");
}
