import { useState } from "preact/hooks";
import type { Row } from "../../../db/ports.ts";
import { typeOf } from "../service/items.ts";
import { lookUp } from "../service/look-up.ts";
import type { Step } from "../service/wire.ts";
import { countOf } from "../ui/text.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { RecordDialog } from "./record.tsx";

/** Calls that follow what is recorded of the records that they name. */
const FOLLOWING = ["identifier_lookup", "trace_links", "graph_impact", "trace_coverage", "graph_neighbourhood"];
/** Most ids that one look-up takes, levels of containment below them, rows that are read. */
const MOST_ASKED = 50;
const LEVELS = 4;
const MOST_ROWS = 200;

interface Coverage {
  /** All that lie at or below what the answer rests on; `rows` may be fewer. */
  items: number;
  uncovered: number;
  rows: Row[];
}

interface GapsProps {
  steps: readonly Step[];
  /** What the answer says has no test; null where it does not tell. */
  told: readonly string[] | null;
}

/** Which of the requirements, messages and protocols that the answer rests on have no test, by recorded links. */
export function Gaps({ steps, told }: GapsProps) {
  const ids = idsOf(steps);
  const { value, failed } = useLoaded(() => readCoverage(ids), ids.join(" "));
  const [opened, setOpened] = useState<string | null>(null);
  if (failed !== undefined) return <p class="bad">{`Coverage could not be read: ${failed}`}</p>;
  if (!value) return null;
  const gaps = value.rows.filter(({ covered }) => covered === false);
  const covered = value.rows.filter(({ covered: is }) => is === true);
  return (
    <section class="coverage" aria-label="coverage">
      <p>{sentenceOf(value)}</p>
      {told !== null && <p>{toldOf(told)}</p>}
      <Items rows={gaps} open={setOpened} />
      {value.uncovered > gaps.length && <p class="caption">{`${gaps.length} of ${value.uncovered} are listed`}</p>}
      {covered.length > 0 && (
        <details open={gaps.length === 0 && covered.length <= 5}>
          <summary>{countOf(value.items - value.uncovered, "item")} with recorded tests</summary>
          <Items rows={covered} open={setOpened} />
        </details>
      )}
      {opened !== null && <RecordDialog id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function Items({ rows, open }: { rows: readonly Row[]; open(id: string): void }) {
  if (rows.length === 0) return null;
  return (
    <ul>
      {rows.map(({ id, name, type, test_cases: tests }) => (
        <li key={String(id)}>
          <button type="button" class="link" onClick={() => open(String(id))}>
            <code>{String(id)}</code>
          </button>{" "}
          {String(name)} <small>{`${typeOf(String(type))}, ${countOf(Number(tests), "test")}`}</small>
        </li>
      ))}
    </ul>
  );
}

function toldOf(told: readonly string[]): string {
  return told.length === 0
    ? "The answer says: everything asked about has a test."
    : `The answer says: no test for ${told.join(", ")}.`;
}

function sentenceOf({ items, uncovered }: Coverage): string {
  if (items === 0)
    return "Coverage: no requirement, message or protocol was followed by its recorded links, so none can be said to be covered.";
  const all = `Coverage: of the ${countOf(items, "item")} that the answer rests on, or that these contain, `;
  if (items === 1)
    return `Coverage: the item that the answer rests on has ${uncovered === 1 ? "no recorded test" : "recorded tests"}.`;
  return `${all}${uncovered === 0 ? "each has" : uncovered === 1 ? "1 has no" : `${uncovered} have no`} recorded test.`;
}

/** What successful calls asked for by id, the question's own included: each once. */
function idsOf(steps: readonly Step[]): string[] {
  const named = steps
    .filter(({ tool, status }) => status === "success" && FOLLOWING.includes(tool))
    .flatMap(({ arguments: { id, ids } }) => [id, ids].flat())
    .filter((id): id is string => typeof id === "string" && id.trim() !== "" && id.length <= 200);
  return [...new Set(named)].slice(0, MOST_ASKED);
}

/** Gaps first: they must not fall to the limit. */
async function readCoverage(ids: readonly string[]): Promise<Coverage> {
  if (ids.length === 0) return { items: 0, uncovered: 0, rows: [] };
  const read = (only_uncovered: boolean) =>
    lookUp("trace_coverage", { ids, depth: LEVELS, only_uncovered, limit: MOST_ROWS });
  const [gaps, all] = await Promise.all([read(true), read(false)]);
  const covered = all.rows.filter((row) => row.covered === true);
  const { items, uncovered } = all.facts ?? {};
  return { items: Number(items ?? 0), uncovered: Number(uncovered ?? 0), rows: [...gaps.rows, ...covered] };
}
