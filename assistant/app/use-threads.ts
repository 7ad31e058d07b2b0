import type { Client } from "@langchain/langgraph-sdk/client";
import { useState } from "preact/hooks";
import { reasonOf } from "./service/client.ts";
import type { ListedThread } from "./threads.tsx";

/** One's threads, newest first; read anew by `refresh`. */
export function useThreads(client: Client) {
  const [threads, setThreads] = useState<readonly ListedThread[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const told = (work: Promise<unknown>) =>
    work.then(
      () => setTrouble(null),
      (error: unknown) => setTrouble(reasonOf(error)),
    );
  const refresh = () =>
    told(client.threads.search({ limit: 1000 }).then((found) => setThreads(found as unknown as ListedThread[])));
  const remove = (id: string) => told(client.threads.delete(id).then(refresh));
  return { threads, trouble, refresh, remove };
}
