import { useState } from "preact/hooks";
import { ItemPicker } from "../ask/item-picker.tsx";
import { lookUp } from "../service/look-up.ts";
import type { Step } from "../service/wire.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { Added } from "./added.tsx";
import { Evidence } from "./evidence.tsx";
import { Exports } from "./exports/exports.tsx";
import { RecordDialog } from "./record.tsx";
import { type CitedSource, linesOf, type ScopeAnswer, type ScopeDecision } from "./scope-items.ts";
import { TestRow } from "./test-row.tsx";
import { useDecision } from "./use-decision.ts";

interface ScopeProps {
  threadId: string;
  question: string;
  answer: ScopeAnswer;
  steps: readonly Step[];
}

/** An answer as a scope: ranked tests with reason and evidence, to be ticked, dropped, added to and exported. */
export function Scope({ threadId, question, answer, steps }: ScopeProps) {
  const { decision, loaded, saved, trouble, change } = useDecision({ threadId, question, answer });
  const [opened, setOpened] = useState<Opened | null>(null);
  const { titles, named } = useTitles(answer.items.map(({ id }) => id));
  const lines = linesOf(answer, decision, titles);
  const kept = lines.filter((line) => line.kept).length;
  const close = () => setOpened(null);
  return (
    <section class="scope-part" aria-label="the scope">
      {answer.items.length > 0 && (
        <table class="tests">
          <thead>
            <tr>
              {["keep", "rank", "test", "why", "evidence"].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.items.map((item) => (
              <TestRow
                key={item.id}
                item={item}
                title={titles.get(item.id) ?? ""}
                sources={answer.sources}
                dropped={decision.dropped.find(({ id }) => id === item.id)?.reason ?? null}
                disabled={!loaded}
                onDrop={(reason) => change(({ dropped }) => ({ dropped: withReason(dropped, item.id, reason) }))}
                openRecord={() => setOpened({ id: item.id })}
                openSource={(source) => setOpened({ id: item.id, source })}
              />
            ))}
          </tbody>
        </table>
      )}
      <Added
        added={decision.added}
        change={(next) => change(({ added }) => ({ added: next(added) }))}
        openRecord={(id) => setOpened({ id })}
      />
      <div class="row">
        {lines.length > 0 && (
          <>
            <p class="caption" role="status">
              {loaded && `${kept} of ${lines.length} kept${SAID[saved]}`}
              {!loaded && trouble === null && "What was decided is being read."}
            </p>
            <Exports lines={lines} question={question} disabled={!loaded || !named} />
          </>
        )}
        <ItemPicker
          label="add a test"
          placeholder="add a test by id or title"
          type="test_case"
          disabled={!loaded}
          onPick={({ id, title }) => change((before) => ({ added: withAdded(before, { id, title }) }))}
        />
      </div>
      {trouble && (
        <p class="bad" role="alert">
          {trouble}
        </p>
      )}
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
    </section>
  );
}

interface Opened {
  id: string;
  source?: CitedSource;
}

const SAID = { "": "", saving: ", saving", saved: ", saved with this thread", failed: ", not saved" };

function withReason(dropped: ScopeDecision["dropped"], id: string, reason: string | null): ScopeDecision["dropped"] {
  const others = dropped.filter((one) => one.id !== id);
  return reason === null ? others : [...others, { id, reason }];
}

/** What the answer recommends already is ticked again, not added. */
function withAdded(decision: ScopeDecision, { id, title }: { id: string; title: string }): ScopeDecision["added"] {
  if (decision.recommended.includes(id) || decision.added.some((one) => one.id === id)) return decision.added;
  return [...decision.added, { id, title, reason: "" }];
}

function stepOf(path: string, steps: readonly Step[]): Step | undefined {
  return steps.find(({ result_path }) => result_path === path);
}

/** Most ids that one look-up takes. */
const A_LOOK = 50;

/** Names of the tests, once they are read; where they cannot be, ids stand alone. */
function useTitles(ids: readonly string[]): { titles: ReadonlyMap<string, string>; named: boolean } {
  const { value, failed } = useLoaded(async () => {
    const parts = Array.from({ length: Math.ceil(ids.length / A_LOOK) }, (_, part) =>
      lookUp("identifier_lookup", { ids: ids.slice(part * A_LOOK, (part + 1) * A_LOOK) }),
    );
    return new Map(
      (await Promise.all(parts)).flatMap(({ rows }) => rows.map(({ id, name }) => [String(id), String(name)])),
    );
  }, ids.join(" "));
  return { titles: value ?? NO_TITLES, named: value !== undefined || failed !== undefined };
}

const NO_TITLES: ReadonlyMap<string, string> = new Map();
