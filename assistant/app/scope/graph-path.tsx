import type { Row } from "../../../db/ports/ports.ts";
import { visible } from "../ui/text.tsx";

/** A record on the way, and the relation that leads on from it. */
export interface PathNode {
  id: string;
  name: string;
  relation: string | null;
}

/** More ways than these say no more. */
const MOST_PATHS = 4;

/** The ways by which rows of links or of a walk through the graph lead to a test; none for rows that tell of no way. */
export function pathsTo(testId: string, rows: readonly Row[]): PathNode[][] {
  const leading = rows.filter((row) => row.test_case_id === testId);
  return leading.flatMap((row) => [pathOf(testId, row) ?? []].filter(({ length }) => length > 0)).slice(0, MOST_PATHS);
}

function pathOf(testId: string, row: Row): PathNode[] | null {
  const test = { id: testId, name: textOf(row.test_case_name), relation: null };
  if (typeof row.linked_id === "string")
    return [{ id: row.linked_id, name: textOf(row.linked_name), relation: textOf(row.kind) }, test];
  if (typeof row.through !== "string" || typeof row.path !== "string") return null;
  const relations = row.path.split(" > ");
  const chain = row.through.split(" > ");
  if (chain.length !== relations.length) return null;
  return [...chain.map((id, index) => ({ id, name: "", relation: relations[index]! })), test];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The way drawn, from what changes down to the test. Words wrap by themselves: boxes are HTML, arrows are drawn. */
export function GraphPath({ path }: { path: readonly PathNode[] }) {
  return (
    <ol class="path" aria-label="the way through the graph">
      {path.map(({ id, name, relation }) => (
        <li key={id}>
          <span class="node">
            <code>{id}</code>
            {name !== "" && <span>{name}</span>}
          </span>
          {relation !== null && <Arrow label={relation} />}
        </li>
      ))}
    </ol>
  );
}

function Arrow({ label }: { label: string }) {
  return (
    <span class="arrow">
      <small>{visible(label).replaceAll("_", " ").toLowerCase()}</small>
      <svg width="64" height="10" viewBox="0 0 64 10" aria-hidden="true">
        <path d="M0 5h60M55 1l5 4-5 4" fill="none" stroke="currentColor" />
      </svg>
    </span>
  );
}
