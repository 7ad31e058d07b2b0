import type { Client } from "@langchain/langgraph-sdk/client";
import { useLayoutEffect, useState } from "preact/hooks";
import { QuestionPart } from "../conversation/question-part.tsx";
import { reasonOf } from "../service/client.ts";
import { readDocuments, writeDocument } from "../service/documents.ts";
import { useLoaded } from "../ui/use-loaded.ts";
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
  const { value, failed } = useLoaded(() => readDocuments<ComparisonRecord>(first, "preference"), threads);
  const found = value?.find(({ key }) => key === second)?.value;
  if (failed !== undefined) return <p class="bad">{failed}</p>;
  if (!value) return <p aria-busy="true">…</p>;
  if (!found) return <p class="bad">There is no such comparison.</p>;
  return <Compared key={threads} client={client} start={found} />;
}

function Compared({ client, start }: { client: Client; start: ComparisonRecord }) {
  const [record, setRecord] = useState(start);
  const [said, setSaid] = useState("");
  const [done, setDone] = useState<Readonly<Record<string, boolean>>>({});
  const ready = done.a === true && done.b === true;
  const hidden = record.blind && record.choice === null;
  const keep = (changes: Partial<ComparisonRecord>) => {
    const next = { ...record, ...changes };
    setRecord(next);
    writeDocument(record.a.thread_id, { kind: "preference", key: record.b.thread_id }, next).then(
      () => setSaid("Your preference is kept."),
      (error: unknown) => setSaid(reasonOf(error)),
    );
  };
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
      <Choices record={record} disabled={!ready} keep={keep} />
      <p role="status" class="caption">
        {said || (ready ? "" : "Both have to answer before you choose.")}
      </p>
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
  keep(changes: Partial<ComparisonRecord>): void;
}

function Choices({ record, disabled, keep }: ChoicesProps) {
  const [comment, setComment] = useState(record.comment);
  useLayoutEffect(() => setComment(record.comment), [record.comment]);
  return (
    <fieldset class="choices">
      <legend>Which answer would you rather work with?</legend>
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
