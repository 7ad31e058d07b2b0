import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Row } from "../../../db/ports/ports.ts";
import { readFile } from "../service/client.ts";
import type { SourceTokens } from "../service/sources.ts";
import type { Step } from "../service/wire.ts";
import { countOf, Spans } from "../ui/text.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { Evidence, resultOf } from "./evidence.tsx";
import { PlaceDialog } from "./place.tsx";
import { RecordDialog } from "./record.tsx";
import { type CitedSource, reasonBeside, type ScopeAnswer } from "./scope-items.ts";
import { ISSUE_TOOLS } from "./tiers.ts";

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
const LISTED_TOOLS: readonly string[] = [...LIVE_TOOLS, ...ISSUE_TOOLS];
/** Tools that lead to tests. */
const LEADING: readonly string[] = ["trace_links", "trace_coverage", "graph_impact", "graph_neighbourhood"];

/** Whether an answer lists what live sources or a tracker have: it has no tests to decide on. */
export function listsRecords(steps: readonly Step[]): boolean {
  const used = steps.map(({ tool }) => tool);
  return used.some((tool) => LISTED_TOOLS.includes(tool)) && !used.some((tool) => LEADING.includes(tool));
}

/** Pages, messages and reports that an answer cites; each opens at its place in its source, or as its record. */
export function CitedItems({ answer, steps, threadId, tokens, children }: CitedItemsProps) {
  const [opened, open] = useState<{ source: string | null; id: string } | null>(null);
  const read = steps.filter(({ tool, result_path }) => LISTED_TOOLS.includes(tool) && result_path !== null);
  const { value: found, failed } = useLoaded(
    () => readFound(read, threadId),
    `${threadId} ${read.map(({ index }) => index).join(" ")}`,
  );
  if (found === undefined && failed === undefined) return null;
  const close = () => open(null);
  return (
    <>
      {failed !== undefined && <p class="bad">{`What is cited could not be read: ${failed}`}</p>}
      {answer.items.length > 0 && (
        <ol class="cited" aria-label="cited">
          {answer.items.map(({ id, reason }) => {
            const item = found?.get(id);
            return (
              <li key={id}>
                {item && (tokens === null || item.source === undefined) && (
                  <>
                    <code>{id}</code> {item.title}
                  </>
                )}
                {item && tokens !== null && item.source !== undefined && (
                  <button type="button" class="link" onClick={() => open({ source: item.source!, id })}>
                    <code>{id}</code> {item.title}
                  </button>
                )}
                {!item && (
                  <>
                    <code>{id}</code> <strong>no result that was read has this</strong>
                  </>
                )}{" "}
                {reason !== item?.title && <Spans text={reasonBeside(reason, item?.title ?? "")} />}
                {item && <small>{item.facts.filter((fact) => fact !== "" && fact !== id).join(" · ")}</small>}
              </li>
            );
          })}
        </ol>
      )}
      <Sources answer={answer} steps={steps} threadId={threadId} opens={tokens !== null} />
      {children}
      {opened?.source === null && <RecordDialog id={opened.id} onClose={close} />}
      {opened && opened.source !== null && tokens && (
        <PlaceDialog id={opened.id} source={opened.source} token={tokens[opened.source]} onClose={close} />
      )}
    </>
  );
}

/** What the labels of an answer stand for. */
function Sources({
  answer,
  steps,
  threadId,
  opens,
}: Omit<CitedItemsProps, "tokens" | "children"> & { opens: boolean }) {
  const [opened, open] = useState<CitedSource | null>(null);
  if (answer.sources.size === 0) return null;
  return (
    <>
      <ul class="plain caption" aria-label="sources">
        {[...answer.sources.values()].map((source) => (
          <li key={source.label}>
            {`${source.label}: `}
            {opens && source.path !== null ? (
              <button type="button" class="link" onClick={() => open(source)}>
                {source.title}
              </button>
            ) : (
              source.title
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <Evidence
          threadId={threadId}
          step={steps.find(({ result_path }) => result_path === opened.path)}
          path={opened.path!}
          title={opened.title}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

interface FoundItem {
  title: string;
  /** What tells it apart. */
  facts: readonly string[];
  /** Where it opens: in a live source, or null as a record. Absent: nowhere. */
  source?: string | null;
}

/** By id, as results have them. */
async function readFound(steps: readonly Step[], threadId: string): Promise<Map<string, FoundItem>> {
  const results = await Promise.all(
    steps.map(async ({ tool, result_path }) => {
      const rows = resultOf(await readFile(threadId, result_path!))?.rows ?? [];
      return rows.map((row) => [String(row.id ?? ""), itemOf(tool, row)] as const);
    }),
  );
  return new Map(results.flat());
}

function itemOf(tool: string, row: Row): FoundItem {
  const textOf = (field: string) => [row[field] ?? ""].flat().join(", ");
  const dayOf = (field: string) => textOf(field).slice(0, "YYYY-MM-DD".length);
  const title = textOf("title");
  if (LIVE_TOOLS.includes(tool)) {
    const facts = [textOf("source"), textOf("container"), textOf("author"), dayOf("date")];
    return { title, facts, source: textOf("source") };
  }
  if (tool === "search_patterns") return { title, facts: [countOf(Number(row.reports ?? 0), "report")] };
  return {
    title,
    facts: [textOf("status"), textOf("components"), textOf("versions"), dayOf("created")],
    source: null,
  };
}
