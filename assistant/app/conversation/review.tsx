import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { WaitingCall } from "../service/wire.ts";
import { proposalOf } from "./words.ts";

export type HumanDecision =
  /** `rest`: further calls of this tool on this thread, too. */
  | { type: "approve"; rest: boolean }
  | { type: "edit"; edited_action: { name: string; args: Record<string, unknown> }; rest: boolean }
  | { type: "reject"; message: string };

interface ReviewProps {
  pause: WaitingCall;
  decide(decision: HumanDecision): void;
}

/** The call that waits: as a sentence, and as arguments that can be changed. */
export function Review({ pause, decide }: ReviewProps) {
  const { name, args } = pause.value.action_requests[0]!;
  const [given, setGiven] = useState<Record<string, string>>({});
  const [reason, setReason] = useState("");
  const [rest, setRest] = useState(false);
  const approve = useRef<HTMLButtonElement>(null);
  // Before anybody can have put the focus elsewhere in it.
  useLayoutEffect(() => approve.current?.focus(), []);
  const approval = (): HumanDecision => {
    const changed = Object.keys(args).some((key) => key in given && given[key] !== textOf(args[key]));
    const read = (key: string) => (key in given ? readAs(given[key]!, args[key]) : args[key]);
    const edited = Object.fromEntries(Object.keys(args).map((key) => [key, read(key)]));
    return changed ? { type: "edit", edited_action: { name, args: edited }, rest } : { type: "approve", rest };
  };
  return (
    <section class="review" aria-label="a step that waits for you">
      <h3>The agent wants to {proposalOf(name, args)}</h3>
      {Object.entries(args).map(([key, value]) => (
        <Field
          key={key}
          name={key}
          value={given[key] ?? textOf(value)}
          onInput={(text) => setGiven({ ...given, [key]: text })}
        />
      ))}
      <label class="check">
        <input type="checkbox" checked={rest} onInput={(event) => setRest(event.currentTarget.checked)} /> approve
        further calls of {name}, too
      </label>
      <div class="row">
        <button type="button" ref={approve} class="primary" onClick={() => decide(approval())}>
          Approve
        </button>
        <input
          type="text"
          aria-label="why not"
          placeholder="why not, for the agent to take up"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        <button type="button" onClick={() => decide({ type: "reject", message: reason })}>
          Reject
        </button>
      </div>
    </section>
  );
}

function Field({ name, value, onInput }: { name: string; value: string; onInput(text: string): void }) {
  return (
    <label class="field">
      <span>{name}</span>
      <textarea
        rows={value.length > 70 ? 3 : 1}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Texts as texts, everything else as JSON; what is no JSON is sent as it stands, for the service to say what is wrong. */
function readAs(text: string, proposed: unknown): unknown {
  if (typeof proposed === "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
