import type { Client } from "@langchain/langgraph-sdk/client";
import { useLayoutEffect, useState } from "preact/hooks";
import { QuestionPart } from "../conversation/question-part.tsx";
import { type KeptDocument, useDocument } from "../service/use-document.ts";
import { AnswerSide } from "./answer-side.tsx";
import type { ComparedAnswer, ComparisonRecord } from "./preference.ts";

interface ComparisonProps {
  client: Client;
  /** `<thread>.<thread>`, as the address has it. */
  threads: string;
}

/** Two answers to one question, side by side, and which is preferred. */
export function Comparison({ client, threads }: ComparisonProps) {
  const [first = "", second = ""] = threads.split(".");
  const kept = useDocument<ComparisonRecord>({ threadId: first, kind: "preference", key: second });
  if (!kept.loaded) return kept.trouble ? <p class="bad">{kept.trouble}</p> : <p aria-busy="true">…</p>;
  if (!kept.value) return <p class="bad">There is no such comparison.</p>;
  return <Compared key={threads} client={client} record={kept.value} kept={kept} />;
}

interface ComparedProps {
  client: Client;
  record: ComparisonRecord;
  kept: KeptDocument<ComparisonRecord>;
}

function Compared({ client, record, kept: { saved, trouble, change } }: ComparedProps) {
  const [done, setDone] = useState<Readonly<Record<string, boolean>>>({});
  const ready = done.a === true && done.b === true;
  const hidden = record.blind && record.choice === null;
  const keep = (changes: Partial<ComparisonRecord>) => change((before) => ({ ...record, ...before, ...changes }));
  const sides = record.left === "a" ? (["a", "b"] as const) : (["b", "a"] as const);
  return (
    <article class="comparison">
      <QuestionPart text={record.question} threadId={record.a.thread_id} />
      <div class="sides">
        {sides.map((side, index) => (
          <AnswerSide
            key={side}
            client={client}
            title={index === 0 ? "Left" : "Right"}
            answer={record[side]}
            name={hidden ? null : nameOf(record[side])}
            shown={ready || !record.blind}
            onDone={() => setDone((before) => ({ ...before, [side]: true }))}
          />
        ))}
      </div>
      <Choices
        record={record}
        disabled={!ready}
        keep={keep}
        trouble={trouble}
        said={saved === "saved" ? "Your preference is kept." : ready ? "" : "Both have to answer before you choose."}
      />
    </article>
  );
}

const CHOICES = [
  ["left", "Left is better"],
  ["right", "Right is better"],
  ["tie", "Equally good"],
  ["both_bad", "Both are bad"],
] as const;

interface ChoicesProps {
  record: ComparisonRecord;
  disabled: boolean;
  /** Why the last choice is not kept. */
  trouble: string | null;
  said: string;
  keep(changes: Partial<ComparisonRecord>): void;
}

function Choices({ record, disabled, trouble, said, keep }: ChoicesProps) {
  const [comment, setComment] = useState(record.comment);
  useLayoutEffect(() => setComment(record.comment), [record.comment]);
  return (
    <fieldset class="choices">
      <legend>Which answer would you rather work with?</legend>
      {/* Above the buttons, in a line that is always there: what is said of a press moves none of them. */}
      <p role="status" class={trouble ? "said bad" : "said caption"}>
        {trouble ?? said}
      </p>
      <div class="row">
        {CHOICES.map(([choice, label]) => (
          <button
            key={choice}
            type="button"
            disabled={disabled}
            aria-pressed={record.choice === choice}
            onClick={() => keep({ choice, comment })}
          >
            {label}
          </button>
        ))}
      </div>
      <input
        type="text"
        aria-label="comment"
        placeholder="why? (not needed)"
        value={comment}
        disabled={disabled}
        onInput={(event) => setComment(event.currentTarget.value)}
        onChange={(event) => record.choice !== null && keep({ comment: event.currentTarget.value })}
      />
    </fieldset>
  );
}

function nameOf({ configuration, stand_in }: ComparedAnswer): string {
  const words = configuration.split("__").join(" · ").replaceAll("_", " ");
  return stand_in ? `${words} (stand-in, no language model)` : words;
}
