import { useState } from "preact/hooks";
import { reasonOf, request } from "../service/client.ts";
import { readDocuments } from "../service/documents.ts";
import { Chips } from "../ui/chips.tsx";
import { useLoaded } from "../ui/use-loaded.ts";

/** Tools whose calls on this thread somebody has approved for good, each to be taken back. */
export function Approved({ threadId }: { threadId: string }) {
  const [removed, setRemoved] = useState(0);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { value: approvals = [], failed } = useLoaded(() => readDocuments(threadId, "approval"), `${removed}`);
  const askAgain = (tool: string) =>
    request(`/threads/${threadId}/documents/approval/${encodeURIComponent(tool)}`, { method: "DELETE" }).then(
      () => setRemoved(removed + 1),
      (error: unknown) => setTrouble(reasonOf(error)),
    );
  const said = trouble ?? failed;
  if (said !== undefined && said !== null) return <p class="bad">{said}</p>;
  return (
    <Chips
      label="approved without asking"
      chips={approvals.map(({ key }) => ({ id: key, text: "is approved without asking" }))}
      removal={(tool) => `ask me before ${tool} again`}
      remove={askAgain}
    />
  );
}
