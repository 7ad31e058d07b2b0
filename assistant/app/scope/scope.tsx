import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ItemPicker } from "../ask/item-picker.tsx";
import { lookUp } from "../service/look-up.ts";
import type { Step } from "../service/wire.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { Added } from "./added.tsx";
import { type AttributeFilters, facetsOf, passes, recordOf, sayFilter, sorted, type TestRecord } from "./attributes.ts";
import type { Coverage } from "./coverage.ts";
import { addTest, keepOnly, moveCut, tickTest } from "./decide.ts";
import { Evidence } from "./evidence.tsx";
import { Exports } from "./exports/exports.tsx";
import { Narrow, Narrowed } from "./narrow.tsx";
import { RecordDialog } from "./record.tsx";
import { type CitedSource, linesOf, type ScopeAnswer, type ScopeDecision } from "./scope-items.ts";
import { TestTable } from "./test-table.tsx";
import { isOwn, type Tier } from "./tiers.ts";
import { useDecision } from "./use-decision.ts";
import { useTiers } from "./use-tiers.ts";

interface ScopeProps {
  threadId: string;
  question: string;
  /** The question, with those before it on its thread. */
  asked: string;
  answer: ScopeAnswer;
  /** Of the thread up to the answer. */
  steps: readonly Step[];
  /** What goes with the scope: of what it rests on, what has no test; null while that is read, a text for why it could not be. */
  coverage: Coverage | string | null;
  /** What stands below, once all of the scope is there. */
  children: ComponentChildren;
}

/** Attributes that have a column before anybody narrows or sorts by others. */
const FIRST_COLUMNS = 2;

/** An answer as a scope: tests in tiers with reason and evidence, to be ticked, narrowed, dropped, added to and exported. */
export function Scope({ threadId, question, asked, answer, steps, coverage, children }: ScopeProps) {
  const ids = answer.items.map(({ id }) => id);
  const { tiers, failed } = useTiers({ threadId, tests: ids, steps, asked });
  const { decision, loaded, saved, trouble, change } = useDecision({ threadId, question, answer, tiers });
  const { records, named } = useRecords([...ids, ...decision.added.map(({ id }) => id)]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [acted, setActed] = useState<string | null>(null);
  const [filters, setFilters] = useState<AttributeFilters>(new Map());
  const [sort, setSort] = useState<string | null>(null);
  const lines = linesOf(answer, decision, { records, tiers: tiers ?? [] });
  const facets = facetsOf(ids, records);
  const apart = facets.filter(({ values }) => values.size > 1);
  const listed = sorted(ids, records, sort).filter((id) => passes(records.get(id), filters));
  const columns = apart
    .map(({ name }) => name)
    .filter((name, index) => index < FIRST_COLUMNS || filters.has(name) || sort === name);
  const act = (id: string, changes: (before: ScopeDecision) => Partial<ScopeDecision>) => {
    setActed(id);
    change(changes);
  };
  const close = () => setOpened(null);
  // All at once: names, attributes and decisions give rows their height.
  const isThere = (tiers !== null || failed !== undefined) && named;
  return (
    <section class="scope-part" aria-label="the scope">
      <div class="scope-bar">
        <div class="row">
          {lines.length > 0 && (
            <Exports {...{ lines, question, coverage }} disabled={!loaded || !named || coverage === null} />
          )}
          <ItemPicker
            label="add a test"
            placeholder="add a test by id or title"
            type="test_case"
            disabled={!loaded}
            onPick={(item) => act(item.id, (before) => addTest(tiers ?? [], before, item))}
          />
        </div>
        <p class={trouble ? "bad" : "caption"} role="status">
          {trouble ?? (loaded ? sayKept(lines, { saved, tiers: tiers ?? [] }) : "What was decided is being read.")}
        </p>
      </div>
      {failed !== undefined && (
        <p class="bad" role="alert">{`How the tests were found could not be read: ${failed}`}</p>
      )}
      {isThere && <Narrow facets={apart} {...{ filters, setFilters, sort, setSort }} />}
      <Narrowed
        shown={listed.length}
        all={ids.length}
        filters={filters}
        disabled={!loaded}
        clear={() => setFilters(new Map())}
        keepOnly={() => {
          const reason = `not ${[...filters].map(([name, value]) => sayFilter(name, value)).join(", ")}`;
          change((before) => keepOnly(before, new Set(listed), reason));
        }}
      />
      {isThere && tiers !== null && tiers.length > 0 && (
        <TestTable
          {...{ answer, tiers, decision, records, columns, sort, setSort, listed }}
          disabled={!loaded}
          trouble={trouble !== null && acted !== null ? { id: acted, text: trouble } : null}
          moveCut={(cut) => change((before) => moveCut(tiers, before, cut))}
          onDrop={(id, reason) => act(id, (before) => tickTest(tiers, before, { id, reason }))}
          openRecord={(id) => setOpened({ id })}
          openSource={(id, source) => setOpened({ id, source })}
        />
      )}
      <Added
        added={decision.added}
        change={(next) => change(({ added }) => ({ added: next(added) }))}
        openRecord={(id) => setOpened({ id })}
      />
      {opened?.source?.path && (
        <Evidence
          threadId={threadId}
          step={stepOf(opened.source.path, steps)}
          path={opened.source.path}
          title={opened.source.title}
          testId={opened.id}
          onClose={close}
        />
      )}
      {opened && !opened.source && <RecordDialog id={opened.id} onClose={close} />}
      {isThere && (loaded || trouble !== null || failed !== undefined) && children}
    </section>
  );
}

interface Opened {
  id: string;
  source?: CitedSource;
}

const SAID = { "": "", saving: ", saving", saved: ", saved with this thread", failed: ", not saved" };

const NONE_TICKED = {
  many: "too many are recorded for the items to take them unread; move the cut, or narrow",
  unlinked: "no record that was read links them to the question",
};

/** What is kept, and what stands below the cut: nothing is left out without a word. */
function sayKept(
  lines: ReturnType<typeof linesOf>,
  { saved, tiers }: { saved: keyof typeof SAID; tiers: readonly Tier[] },
): string {
  if (lines.length === 0) return "";
  const kept = lines.filter((line) => line.kept).length;
  const below = lines.filter((line) => !line.kept && line.dropped === "below the cut").length;
  const none = tiers[0] && isOwn(tiers[0].link) ? NONE_TICKED.many : NONE_TICKED.unlinked;
  const why = kept === 0 && below === lines.length ? `: ${none}` : "";
  return `${kept} of ${lines.length} kept${why}${below > 0 ? `, ${below} below the cut` : ""}${SAID[saved]}`;
}

function stepOf(path: string, steps: readonly Step[]): Step | undefined {
  return steps.find(({ result_path }) => result_path === path);
}

/** Most ids that one look-up takes. */
const A_LOOK = 50;
const NO_RECORDS: ReadonlyMap<string, TestRecord> = new Map();

/** Names and attributes of tests, once they are read; where they cannot be, ids stand alone. */
function useRecords(ids: readonly string[]) {
  const { value, failed } = useLoaded(async () => {
    const parts = Array.from({ length: Math.ceil(ids.length / A_LOOK) }, (_, part) =>
      lookUp("identifier_lookup", { ids: ids.slice(part * A_LOOK, (part + 1) * A_LOOK) }),
    );
    const rows = (await Promise.all(parts)).flatMap((found) => found.rows);
    return new Map(rows.map((row) => [String(row.id), recordOf(row)]));
  }, ids.join(" "));
  return { records: value ?? NO_RECORDS, named: value !== undefined || failed !== undefined };
}
