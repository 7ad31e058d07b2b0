import { useState } from "preact/hooks";
import { reasonOf, request } from "../service/client.ts";
import { readDocuments } from "../service/documents.ts";
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
  if (approvals.length === 0) return null;
  return (
    <ul class="chips" aria-label="approved without asking">
      {approvals.map(({ key: tool }) => (
        <li key={tool}>
          <code>{tool}</code> <span>is approved without asking</span>{" "}
          <button
            type="button"
            class="remove"
            aria-label={`ask me before ${tool} again`}
            onClick={() => askAgain(tool)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
