import { useRef, useState } from "preact/hooks";
import type { Turn } from "../conversation/turns.ts";
import { readCoverage } from "../scope/coverage.ts";
import { readAnswer } from "../scope/scope-items.ts";
import { reasonOf } from "../service/client.ts";
import { findDocument, writeDocument } from "../service/documents.ts";
import { listShares, makeShare, revokeShare, type Share } from "../service/shares.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useLoaded } from "../ui/use-loaded.ts";

const DAYS = [1, 7, 30, 90] as const;

interface ShareDialogProps {
  threadId: string;
  turns: readonly Turn[];
  onClose(): void;
}

/** Links by which others can read a thread: made, listed, revoked. */
export function ShareDialog({ threadId, turns, onClose }: ShareDialogProps) {
  const [days, setDays] = useState<number>(7);
  const [made, setMade] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  const [said, setSaid] = useState("");
  const { value: shares = [], failed } = useLoaded(() => listShares(threadId), `${threadId} ${changes}`);
  const attempt = (work: Promise<unknown>, words: string) =>
    work.then(
      () => {
        setSaid(words);
        setChanges((count) => count + 1);
      },
      (error: unknown) => setSaid(reasonOf(error)),
    );
  const make = (event: Event) => {
    event.preventDefault();
    const show = ({ token }: { token: string }) => setMade(`${location.origin}/#share=${token}`);
    const done = "The link is made. It is shown here this once.";
    // Who may not look records up by themselves can share what they were answered all the same.
    const kept = keepCoverage(threadId, turns).then(
      () => done,
      (error: unknown) => `${done} What has no test could not be kept with it: ${reasonOf(error)}`,
    );
    void kept.then((words) => attempt(makeShare(threadId, days).then(show), words));
  };
  const revoke = ({ share_id }: Share) => void attempt(revokeShare(threadId, share_id), "The link is revoked.");
  return (
    <Dialog title="Share to read" onClose={onClose}>
      <p>
        Whoever has the link reads this conversation, its results, its decided scope and what of it has no test, without
        a token of their own. They can change nothing and see nothing else.
      </p>
      <form class="row" onSubmit={make}>
        <label>
          It holds for{" "}
          <select aria-label="days" value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? "1 day" : `${count} days`}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary">
          Make a link
        </button>
      </form>
      {made !== null && <MadeLink link={made} say={setSaid} />}
      <p role="status" class="caption">
        {said || failed}
      </p>
      {shares.length > 0 && <h3>Links that hold</h3>}
      <ul class="shares">
        {shares.map((share) => (
          <li key={share.share_id}>
            made {dayOf(share.created_at)} by {share.author}, holds until {dayOf(share.expires_at)}{" "}
            <button
              type="button"
              aria-label={`revoke the link of ${dayOf(share.created_at)}`}
              onClick={() => revoke(share)}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function MadeLink({ link, say }: { link: string; say(words: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = () => {
    field.current?.select();
    // A page from another address that is not served over https has no clipboard: then the link stands there selected.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject();
    copied.then(
      () => say("The link is copied."),
      () => say("The link is selected: copy it by Ctrl-C."),
    );
  };
  return (
    <div class="row made-link">
      <input ref={field} type="text" readOnly aria-label="the link" value={link} />
      <button type="button" onClick={copy}>
        Copy
      </button>
    </div>
  );
}

function dayOf(at: string): string {
  return new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** Keeps what has no test with a thread, for who will read it by a link: records are not looked up for them. */
async function keepCoverage(threadId: string, turns: readonly Turn[]): Promise<void> {
  for (const { answer, steps } of turns) {
    if (!answer) continue;
    const place = { threadId, kind: "coverage", key: answer.id };
    const coverage = await readCoverage(steps, readAnswer(answer).gaps);
    await writeDocument(place, coverage, (await findDocument(place))?.revision);
  }
}
