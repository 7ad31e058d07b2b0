import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { lineOf } from "../conversation/steps.tsx";
import { outcomeOf } from "../conversation/words.ts";
import { readFile } from "../service/client.ts";
import { Records } from "../service/records.ts";
import type { Step } from "../service/wire.ts";
import { countOf } from "../ui/text.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { listsRecords } from "./cited-items.tsx";
import { resultOf } from "./evidence.tsx";

/** Ways of retrieval in plain words, by the tools that go them. */
const WAYS: readonly (readonly [string, readonly string[]])[] = [
  ["look-up by id", ["identifier_lookup", "find_entities", "lookup_issue"]],
  ["recorded links", ["trace_links"]],
  ["the graph", ["graph_impact", "graph_neighbourhood", "trace_coverage", "cypher_query"]],
  ["search by words", ["keyword_search", "hybrid_search", "search_issues"]],
  ["search by meaning", ["vector_search", "hybrid_search", "search_issues"]],
  ["SQL", ["sql_query"]],
];

interface UnseenProps {
  steps: readonly Step[];
  threadId: string;
  /** What stands below, once it is known what this says. */
  children: ComponentChildren;
}

/** What the answer was given without: results that were cut off, calls that failed or were refused, ways that were not gone. */
export function Unseen({ steps, threadId, children }: UnseenProps) {
  const hasReports = useContext(Records) === "reports";
  const suspects = steps.filter(({ truncated, result_path }) => truncated && result_path !== null);
  const { value, failed: unread } = useLoaded(
    () => cutOff(suspects, threadId),
    `${threadId} ${suspects.map(({ index }) => index).join(" ")}`,
  );
  if (value === undefined && unread === undefined) return null;
  const cut = value ?? [];
  const failed = steps.filter(({ status }) => status === "error").map((step) => `${lineOf(step)}: ${outcomeOf(step)}`);
  const used = new Set(steps.filter(({ status }) => status === "success").map(({ tool }) => tool));
  // Live sources and trackers are searched by their own searches alone.
  const ways =
    hasReports || listsRecords(steps)
      ? []
      : WAYS.filter(([, tools]) => !tools.some((tool) => used.has(tool))).map(([way]) => way);
  if (cut.length === 0 && failed.length === 0 && ways.length === 0) return <>{children}</>;
  const parts = [
    cut.length > 0 && `${countOf(cut.length, "result")} cut off`,
    failed.length > 0 && `${countOf(failed.length, "step")} that did not work`,
    ways.length > 0 && `${ways.join(", ")} not used`,
  ].filter((part) => part !== false);
  return (
    <>
      <details class="unseen">
        <summary>Not looked at: {parts.join("; ")}</summary>
        <ul>
          {[...cut, ...failed].map((line) => (
            <li key={line}>{line}</li>
          ))}
          {ways.length > 0 && <li>{`Ways that were not gone: ${ways.join(", ")}`}</li>}
        </ul>
      </details>
      {children}
    </>
  );
}

/** Which of the results were cut off by a limit; the others were only shown to the agent in part. */
async function cutOff(steps: readonly Step[], threadId: string): Promise<string[]> {
  const lines = steps.map(async (step) => {
    const result = resultOf(await readFile(threadId, step.result_path!));
    if (!result?.truncated) return [];
    const all =
      result.total !== null && result.total > result.rows.length ? ` of ${result.total}` : ", and there are more";
    return [`${lineOf(step)}: the first ${result.rows.length}${all}`];
  });
  return (await Promise.all(lines)).flat();
}
