import { useState } from "preact/hooks";
import { typeOf } from "../service/items.ts";
import { countOf } from "../ui/text.tsx";
import type { Coverage, CoveredItem } from "./coverage.ts";
import { RecordDialog } from "./record.tsx";

interface GapsProps {
  /** Undefined while it is read. */
  coverage: Coverage | undefined;
  failed: string | undefined;
}

/** Which of the requirements, messages and protocols that the answer rests on have no test, by recorded links. */
export function Gaps({ coverage, failed }: GapsProps) {
  const [opened, setOpened] = useState<string | null>(null);
  if (failed !== undefined) return <p class="bad">{`Coverage could not be read: ${failed}`}</p>;
  if (!coverage) return null;
  return (
    <>
      <CoverageText coverage={coverage} open={setOpened} />
      {opened !== null && <RecordDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Coverage to be read; with `open`, its records can be looked at. */
export function CoverageText({ coverage, open }: { coverage: Coverage; open?: (id: string) => void }) {
  const { sentence, told, items, uncovered, gaps, covered } = coverage;
  return (
    <section class="coverage" aria-label="coverage">
      <p>{sentence}</p>
      {told !== null && <p>{told}</p>}
      <Items items={gaps} open={open} />
      {uncovered > gaps.length && <p class="caption">{`${gaps.length} of ${uncovered} are listed`}</p>}
      {covered.length > 0 && (
        <details open={gaps.length === 0 && covered.length <= 5}>
          <summary>{countOf(items - uncovered, "item")} with recorded tests</summary>
          <Items items={covered} open={open} />
        </details>
      )}
    </section>
  );
}

function Items({ items, open }: { items: readonly CoveredItem[]; open: ((id: string) => void) | undefined }) {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map(({ id, name, type, tests }) => (
        <li key={id}>
          {open ? (
            <button type="button" class="link" onClick={() => open(id)}>
              <code>{id}</code>
            </button>
          ) : (
            <code>{id}</code>
          )}{" "}
          {name} <small>{`${typeOf(type)}, ${countOf(tests, "test")}`}</small>
        </li>
      ))}
    </ul>
  );
}
