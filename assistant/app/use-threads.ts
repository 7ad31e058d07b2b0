import type { Client } from "@langchain/langgraph-sdk/client";
import { useRef, useState } from "preact/hooks";
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
  // Answers come in any order: the list is that of who asked last.
  const asked = useRef(0);
  const refresh = () => {
    const mine = ++asked.current;
    const show = (found: unknown) => mine === asked.current && setThreads(found as ListedThread[]);
    return told(client.threads.search({ limit: 1000 }).then(show));
  };
  const remove = (id: string) => told(client.threads.delete(id).then(refresh));
  return { threads, trouble, refresh, remove };
}
