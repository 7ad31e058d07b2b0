import type { FileScope } from "../filesystem/in-scope.ts";

/** Ids of threads tell attempts apart; names do not, so that nothing an agent reads depends on how often a run was started. */
export function nameOfThread({ threadId, threadName = threadId }: Pick<FileScope, "threadId" | "threadName">): string {
  return threadName;
}
