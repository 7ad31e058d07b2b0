import { turnsOf } from "../conversation/turns.ts";
import { readShared } from "../service/shares.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { SharedTurn } from "./shared-turn.tsx";

/** What somebody was sent a link to: questions, answers, what was decided and how it was found, to be read. */
export function SharedPage() {
  const { value, failed } = useLoaded(readShared, "");
  const turns = turnsOf(value?.values ?? {});
  return (
    <div class="assistant shared">
      <main>
        <h1>scopebench</h1>
        {failed !== undefined && <p role="alert">{failed}</p>}
        {!value && failed === undefined && <p role="status">The conversation is being opened.</p>}
        {value && (
          <p class="caption">
            {`A conversation as it was on ${new Date(value.updated_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}, to read.`}
            {value.status === "busy" && " The agent is at work on it: open the link again for what it finds."}
          </p>
        )}
        {turns.map((turn, index) => (
          <SharedTurn key={turn.id} turn={turn} earlier={turns.slice(0, index)} shared={value!} />
        ))}
      </main>
    </div>
  );
}
