import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { readFile } from "../service/client.ts";
import type { SourceTokens } from "../service/sources.ts";
import type { Step } from "../service/wire.ts";
import { Spans } from "../ui/text.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { resultOf } from "./evidence.tsx";
import { PlaceDialog } from "./place.tsx";
import { reasonBeside, type ScopeAnswer } from "./scope-items.ts";

interface CitedItemsProps {
  answer: ScopeAnswer;
  steps: readonly Step[];
  threadId: string;
  /** Null where sources are not asked: with whoever was sent a link. */
  tokens: SourceTokens | null;
  /** What stands below, once all above it is there. */
  children?: ComponentChildren;
}

const LIVE_TOOLS: readonly string[] = ["source_search", "source_open"];

/** Whether an answer is from live sources: it has no tests to decide on. */
export function isFromSources(steps: readonly Step[]): boolean {
  return steps.some(({ tool }) => LIVE_TOOLS.includes(tool));
}

/** Pages, messages and issues that an answer cites; each opens at its place in its source. */
export function CitedItems({ answer, steps, threadId, tokens, children }: CitedItemsProps) {
  const [opened, open] = useState<{ source: string; id: string } | null>(null);
  const read = steps.filter(({ tool, result_path }) => LIVE_TOOLS.includes(tool) && result_path !== null);
  const { value: found, failed } = useLoaded(
    () => readFound(read, threadId),
    `${threadId} ${read.map(({ index }) => index).join(" ")}`,
  );
  if (found === undefined && failed === undefined) return null;
  return (
    <>
      {failed !== undefined && <p class="bad">{`What is cited could not be read: ${failed}`}</p>}
      {answer.items.length > 0 && (
        <ol class="cited" aria-label="cited">
          {answer.items.map(({ id, reason }) => {
            const item = found?.get(id);
            return (
              <li key={id}>
                {item && tokens === null && (
                  <>
                    <code>{id}</code> {item.title}
                  </>
                )}
                {item && tokens !== null && (
                  <button type="button" class="link" onClick={() => open({ source: item.source, id })}>
                    <code>{id}</code> {item.title}
                  </button>
                )}
                {!item && (
                  <>
                    <code>{id}</code> <strong>no source gave this</strong>
                  </>
                )}{" "}
                <Spans text={reasonBeside(reason, item?.title ?? "")} />
                {item && (
                  <small>{[item.source, item.container, item.author, item.date].filter(Boolean).join(" · ")}</small>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {children}
      {opened && tokens && <PlaceDialog {...opened} token={tokens[opened.source]} onClose={() => open(null)} />}
    </>
  );
}

interface FoundItem {
  source: string;
  title: string;
  container: string;
  author: string;
  date: string;
}

/** By id, as results have them. */
async function readFound(steps: readonly Step[], threadId: string): Promise<Map<string, FoundItem>> {
  const results = await Promise.all(steps.map((step) => readFile(threadId, step.result_path!)));
  const rows = results.flatMap((text) => resultOf(text)?.rows ?? []);
  return new Map(
    rows.map((row) => {
      const textOf = (field: string) => String(row[field] ?? "");
      const [source, title, container, author] = ["source", "title", "container", "author"].map(textOf);
      const day = textOf("date").slice(0, "YYYY-MM-DD".length);
      return [textOf("id"), { source: source!, title: title!, container: container!, author: author!, date: day }];
    }),
  );
}
