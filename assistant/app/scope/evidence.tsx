import type { Row } from "../../../db/ports/ports.ts";
import { sentenceOf } from "../conversation/words.ts";
import { readFile } from "../service/client.ts";
import type { Step } from "../service/wire.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { GraphPath, pathsTo } from "./graph-path.tsx";
import { RowTable } from "./row-table.tsx";

interface EvidenceProps {
  threadId: string;
  /** The call; where it is not known, by the path of its result. */
  step?: Step | undefined;
  path?: string;
  title?: string;
  /** Whose rows stand first, with the way to it through the graph. */
  testId?: string;
  onClose(): void;
}

/** What a call returned, as it was stored: what was asked, the way through the graph, the rows. */
export function Evidence({ threadId, step, path = step?.result_path ?? "", title, testId, onClose }: EvidenceProps) {
  const { value, failed } = useLoaded(() => readFile(threadId, path), `${threadId} ${path}`);
  const said = step ? sentenceOf(step.tool, step.arguments) : (title ?? path);
  const query = step && proseOfQuery(step);
  return (
    <Dialog title={query ? `${said.split(":")[0]}` : said} onClose={onClose}>
      {query && (
        <pre class="query" tabIndex={0}>
          {query}
        </pre>
      )}
      {failed !== undefined && <p class="bad">{failed}</p>}
      {value === undefined && failed === undefined && <p aria-busy="true">…</p>}
      {value !== undefined && <Result text={value} testId={testId} />}
    </Dialog>
  );
}

function Result({ text, testId }: { text: string; testId: string | undefined }) {
  const result = resultOf(text);
  if (!result) return <pre tabIndex={0}>{text.slice(0, 20_000)}</pre>;
  const { rows, total, truncated } = result;
  const paths = testId === undefined ? [] : pathsTo(testId, rows);
  return (
    <>
      {paths.map((path) => (
        <GraphPath key={path.map(({ id }) => id).join(" ")} path={path} />
      ))}
      {truncated && (
        <p class="caption">
          {total !== null && total > rows.length
            ? `The call was cut off: ${rows.length} of ${total} rows.`
            : `The call was cut off after ${rows.length} rows: there are more.`}
        </p>
      )}
      <RowTable rows={rows} first={testId} />
    </>
  );
}

interface StoredResult {
  rows: Row[];
  total: number | null;
  truncated: boolean;
}

/** Null for a file that holds no rows: it is shown as it is. */
export function resultOf(text: string): StoredResult | null {
  try {
    const { rows, total, truncated } = JSON.parse(text) as { rows?: unknown; total?: unknown; truncated?: unknown };
    if (!Array.isArray(rows)) return null;
    const known = rows.filter((row): row is Row => typeof row === "object" && row !== null);
    return { rows: known, total: typeof total === "number" ? total : null, truncated: truncated === true };
  } catch {
    return null;
  }
}

/** The statement that a call was, where it was one. */
function proseOfQuery({ tool, arguments: given }: Step): string | null {
  return ["sql_query", "cypher_query"].includes(tool) && typeof given.query === "string" ? given.query : null;
}
