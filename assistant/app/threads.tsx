import { useState } from "preact/hooks";
import { titleOf } from "./ask/question.ts";
import { textOf } from "./conversation/turns.ts";
import { countOf } from "./ui/text.tsx";

export interface ListedThread {
  thread_id: string;
  status: string;
  updated_at: string;
  values?: { messages?: { content: unknown }[] } | null;
}

interface ThreadsProps {
  threads: readonly ListedThread[];
  current: string | null;
  /** Days after its last use when a thread is erased; null for never. */
  keepDays: number | null;
  remove(id: string): void;
}

/** What is gone, and what is not. */
const DELETION = `Delete this thread with its questions, results, files, decisions, ratings and links?

What stays: how much of the limits it took, the service's log of requests (who, when and which thread, no text), and whatever was saved or exported.`;

const STATUS: Readonly<Record<string, string>> = { busy: "at work", interrupted: "waits for you", error: "failed" };

/** Threads by their first question, newest first; what one types leaves those that have it. */
export function Threads({ threads, current, keepDays, remove }: ThreadsProps) {
  const [text, setText] = useState("");
  const asked = threads.filter(({ values }) => values?.messages?.length);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = asked.filter((thread) => words.every((word) => questionOf(thread).toLowerCase().includes(word)));
  return (
    <nav aria-label="threads">
      {asked.length > 0 && (
        <input
          type="search"
          aria-label="search threads"
          placeholder="search threads"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul>
        {shown.map((thread) => (
          <ThreadLine key={thread.thread_id} thread={thread} current={current} remove={remove} />
        ))}
      </ul>
      {words.length > 0 && (
        <p role="status" class={shown.length > 0 ? "sr" : "caption"}>{`${shown.length} of ${asked.length} threads`}</p>
      )}
      {asked.length > 0 && keepDays !== null && (
        <p class="caption">{`A thread is erased ${countOf(keepDays, "day")} after its last use, with its results, decisions and links.`}</p>
      )}
    </nav>
  );
}

function ThreadLine({ thread, current, remove }: { thread: ListedThread } & Pick<ThreadsProps, "current" | "remove">) {
  const { thread_id: id, status, updated_at } = thread;
  const title = titleOf(questionOf(thread)).slice(0, 120);
  const when = new Date(updated_at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  return (
    <li>
      <a href={`#thread=${id}`} aria-current={id === current ? "true" : undefined}>
        <span>{title}</span>
        <small>{STATUS[status] ? `${when} · ${STATUS[status]}` : when}</small>
      </a>
      <button
        type="button"
        class="remove"
        aria-label={`delete: ${title.slice(0, 60)}`}
        onClick={() => confirm(DELETION) && remove(id)}
      >
        ×
      </button>
    </li>
  );
}

function questionOf({ values }: ListedThread): string {
  return textOf(values!.messages![0]!);
}
