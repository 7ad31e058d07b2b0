import { useId, useState } from "preact/hooks";
import { countOf } from "../ui/text.tsx";
import { type TestRecord, wordsOf } from "./attributes.ts";
import { cutOf } from "./decide.ts";
import type { CitedSource, ScopeAnswer, ScopeDecision } from "./scope-items.ts";
import { TestRow } from "./test-row.tsx";
import type { Tier } from "./tiers.ts";

interface TestTableProps {
  answer: ScopeAnswer;
  tiers: readonly Tier[];
  decision: ScopeDecision;
  records: ReadonlyMap<string, TestRecord>;
  /** Attributes that have a column. */
  columns: readonly string[];
  sort: string | null;
  setSort(attribute: string | null): void;
  /** Tests as they are sorted and narrowed. */
  listed: readonly string[];
  disabled: boolean;
  /** What could not be kept of a test's last change, said where it was made. */
  trouble: { id: string; text: string } | null;
  moveCut(cut: number): void;
  onDrop(id: string, reason: string | null): void;
  openRecord(id: string): void;
  openSource(id: string, source: CitedSource): void;
}

/** Tests by how they are linked to what was asked about, a cut between those that are ticked and the rest. */
export function TestTable(props: TestTableProps) {
  const { answer, tiers, decision, records, columns, sort, setSort, listed, disabled, trouble } = props;
  const cut = cutOf(tiers, decision);
  const width = 5 + columns.length;
  const row = (id: string) => (
    <TestRow
      key={id}
      item={answer.items.find((item) => item.id === id)!}
      record={records.get(id)}
      columns={columns}
      sources={answer.sources}
      ticked={!decision.below?.includes(id) && !decision.dropped.some((one) => one.id === id)}
      dropped={decision.dropped.find((one) => one.id === id)?.reason ?? null}
      disabled={disabled}
      trouble={trouble?.id === id ? trouble.text : null}
      onDrop={(reason) => props.onDrop(id, reason)}
      openRecord={() => props.openRecord(id)}
      openSource={(source) => props.openSource(id, source)}
    />
  );
  return (
    <table class="tests">
      <thead>
        <tr>
          <Head title="keep" />
          <Head title="rank" />
          <Head title="test" />
          {columns.map((name) => (
            <Head
              key={name}
              title={wordsOf(name)}
              isSorted={sort === name}
              onSort={() => setSort(sort === name ? null : name)}
            />
          ))}
          <Head title="why" />
          <Head title="evidence" />
        </tr>
      </thead>
      {tiers.map((tier, index) => (
        <TierPart
          key={`${tier.link} ${tier.link === "direct" ? tier.items : ""}`}
          tier={tier}
          ids={listed.filter((id) => tier.tests.includes(id))}
          width={width}
          isBelow={index >= cut}
          isFirst={index === 0}
          disabled={disabled}
          cutHere={() => props.moveCut(index >= cut ? index + 1 : index)}
          row={row}
        />
      ))}
    </table>
  );
}

function Head({ title, isSorted = false, onSort }: { title: string; isSorted?: boolean; onSort?: () => void }) {
  if (!onSort) return <th scope="col">{title}</th>;
  return (
    <th scope="col" aria-sort={isSorted ? "ascending" : "none"}>
      <button type="button" class="sort" onClick={onSort}>
        {title}
        <span aria-hidden="true">{isSorted ? " ▲" : ""}</span>
      </button>
    </th>
  );
}

interface TierPartProps {
  tier: Tier;
  ids: readonly string[];
  width: number;
  isBelow: boolean;
  isFirst: boolean;
  disabled: boolean;
  cutHere(): void;
  row(id: string): preact.JSX.Element;
}

/** Items that a tier's name lists. */
const MOST_ITEMS = 4;

function TierPart({
  tier: { link, reason, items, tests },
  ids,
  width,
  isBelow,
  isFirst,
  disabled,
  cutHere,
  row,
}: TierPartProps) {
  // Until somebody says: what is not ticked is folded, unless it is all that there is to see first.
  const [saidOpen, sayOpen] = useState<boolean | null>(null);
  const isOpen = saidOpen ?? (isFirst || !isBelow);
  const more = items.length > MOST_ITEMS ? ` and ${items.length - MOST_ITEMS} more` : "";
  const name = items.length > 0 ? `${reason}: ${items.slice(0, MOST_ITEMS).join(", ")}${more}` : reason;
  const told = useId();
  const one = link === "item" ? "item" : "test";
  const count = ids.length < tests.length ? `${ids.length} of ${countOf(tests.length, one)}` : countOf(ids.length, one);
  return (
    <tbody class={isBelow ? "below" : undefined}>
      <tr class="tier">
        <th scope="rowgroup" colSpan={width}>
          <div class="tier-line">
            <button type="button" id={told} class="unfold" aria-expanded={isOpen} onClick={() => sayOpen(!isOpen)}>
              <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> {name}{" "}
              <small>{`${count}, ${isBelow ? "below the cut" : "ticked"}`}</small>
            </button>
            <button type="button" class="cut" disabled={disabled} aria-describedby={told} onClick={cutHere}>
              {cutWords(isBelow)}
            </button>
          </div>
        </th>
      </tr>
      {isOpen && ids.map(row)}
    </tbody>
  );
}

function cutWords(isBelow: boolean): string {
  return isBelow ? "Cut below these" : "Cut above these";
}
