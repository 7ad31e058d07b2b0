import { useState } from "preact/hooks";
import { splitQuestion } from "../ask/question.ts";
import { readFile } from "../service/client.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useLoaded } from "../ui/use-loaded.ts";

/** A question, with what was told of a change and the file with all of it. */
export function QuestionPart({ text, threadId }: { text: string; threadId: string }) {
  const { words, told, file } = splitQuestion(text);
  const [opened, open] = useState(false);
  return (
    <>
      <h2>{words}</h2>
      {told !== "" && (
        <details class="change">
          <summary>what the agent was told of the change</summary>
          <pre tabIndex={0}>{told}</pre>
        </details>
      )}
      {file !== null && (
        <button type="button" class="link" onClick={() => open(true)}>
          the whole change
        </button>
      )}
      {opened && <WholeChange threadId={threadId} path={file!} onClose={() => open(false)} />}
    </>
  );
}

function WholeChange({ threadId, path, onClose }: { threadId: string; path: string; onClose(): void }) {
  const { value, failed } = useLoaded(() => readFile(threadId, path), `${threadId} ${path}`);
  return (
    <Dialog title="The whole change" onClose={onClose}>
      {failed ? <p role="alert">{failed}</p> : <pre tabIndex={0}>{value ?? "It is being read."}</pre>}
    </Dialog>
  );
}
