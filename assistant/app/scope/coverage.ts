import type { Row } from "../../../db/ports/ports.ts";
import { lookUp } from "../service/look-up.ts";
import type { Step } from "../service/wire.ts";
import { countOf } from "../ui/text.tsx";

/** Calls that follow what is recorded of the records that they name. */
const FOLLOWING = ["identifier_lookup", "trace_links", "graph_impact", "trace_coverage", "graph_neighbourhood"];
/** Most ids that one look-up takes, levels of containment below them, rows that are read. */
const MOST_ASKED = 50;
const LEVELS = 4;
const MOST_ROWS = 200;

/** An item with or without recorded tests. */
export interface CoveredItem {
  id: string;
  name: string;
  type: string;
  tests: number;
}

/** Which of the items that an answer rests on have a recorded test: it goes with the scope wherever that is taken. */
export interface Coverage {
  sentence: string;
  /** All that lie at or below what the answer rests on; those listed may be fewer. */
  items: number;
  uncovered: number;
  gaps: readonly CoveredItem[];
  covered: readonly CoveredItem[];
  /** What the answer itself says; null where it does not tell. */
  told: string | null;
}

/** @param told items that the answer says have no test */
export async function readCoverage(steps: readonly Step[], told: readonly string[] | null): Promise<Coverage> {
  const ids = idsOf(steps);
  const { items, uncovered, rows } = await readRows(ids);
  const listed = (covered: boolean) => rows.filter((row) => row.covered === covered).map(itemOf);
  return {
    ...{ items, uncovered, gaps: listed(false), covered: listed(true), sentence: sentenceOf(items, uncovered) },
    told: told && toldOf(told),
  };
}

/** What the reading of it depends on. */
export function coverageKey(steps: readonly Step[]): string {
  return idsOf(steps).join(" ");
}

function itemOf({ id, name, type, test_cases }: Row): CoveredItem {
  return { id: String(id), name: String(name), type: String(type), tests: Number(test_cases) };
}

function toldOf(told: readonly string[]): string {
  return told.length === 0
    ? "The answer says: everything asked about has a test."
    : `The answer says: no test for ${told.join(", ")}.`;
}

function sentenceOf(items: number, uncovered: number): string {
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
async function readRows(ids: readonly string[]): Promise<{ items: number; uncovered: number; rows: Row[] }> {
  if (ids.length === 0) return { items: 0, uncovered: 0, rows: [] };
  const read = (only_uncovered: boolean) =>
    lookUp("trace_coverage", { ids, depth: LEVELS, only_uncovered, limit: MOST_ROWS });
  const [gaps, all] = await Promise.all([read(true), read(false)]);
  const covered = all.rows.filter((row) => row.covered === true);
  const { items, uncovered } = all.facts ?? {};
  return { items: Number(items ?? 0), uncovered: Number(uncovered ?? 0), rows: [...gaps.rows, ...covered] };
}
