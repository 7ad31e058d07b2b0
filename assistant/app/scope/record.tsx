import { useContext } from "preact/hooks";
import type { Row } from "../../../db/ports/ports.ts";
import { typeOf } from "../service/items.ts";
import { lookUp } from "../service/look-up.ts";
import { Records } from "../service/records.ts";
import type { RecordsKind } from "../service/wire.ts";
import { Dialog } from "../ui/dialog.tsx";
import { countOf } from "../ui/text.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { cellOf, RowTable } from "./row-table.tsx";

/** A record as the corpus has it, and what is linked to it. */
export function RecordDialog({ id, onClose }: { id: string; onClose(): void }) {
  const kind = useContext(Records);
  const { value, failed } = useLoaded(() => readRecord(id, kind), id);
  return (
    <Dialog title={id} onClose={onClose}>
      {failed !== undefined && <p class="bad">{failed}</p>}
      {value === undefined && failed === undefined && <p aria-busy="true">…</p>}
      {value && (value.record ? <Fields record={value.record} /> : <p class="nothing">No record has this id.</p>)}
      {value?.record && (
        <>
          <h3>{value.links.length === 0 ? "No recorded links" : countOf(value.links.length, "recorded link")}</h3>
          {value.links.length > 0 && <RowTable rows={value.links} />}
        </>
      )}
    </Dialog>
  );
}

async function readRecord(id: string, kind: RecordsKind): Promise<{ record: Row | undefined; links: Row[] }> {
  const [records, links] = await Promise.all([
    lookUp("identifier_lookup", { ids: [id] }),
    (kind === "reports" ? linksOfReport(id) : recordedLinks(id)).catch(() => []), // Other artifacts have none.
  ]);
  return { record: records.rows.find((row) => row.id === id), links };
}

async function recordedLinks(id: string): Promise<Row[]> {
  const { rows } = await lookUp("trace_links", { ids: [id], limit: 200 });
  return rows.map(({ asked: _, ...row }) => row);
}

/** As the tracker has them: duplicates and the like lead to no test. */
async function linksOfReport(id: string): Promise<Row[]> {
  const { rows } = await lookUp("lookup_issue", { key: id });
  return rows.filter((row) => row.id === id).flatMap(({ links }) => (links ?? []) as Row[]);
}

/** How a record was found is no part of it. */
const NOT_SHOWN = ["asked", "matched_by", "id", "name", "type"];

function Fields({ record }: { record: Row }) {
  const attributes = Object.entries((record.attributes ?? {}) as Row);
  const own = Object.entries(record).filter(([name]) => name !== "attributes" && !NOT_SHOWN.includes(name));
  const shown = [...own, ...attributes]
    .map(([name, value]) => [name, cellText(value)] as const)
    .filter(([, text]) => text !== "");
  return (
    <>
      <p class="record-name">
        {String(record.name)} <small>{typeOf(String(record.type))}</small>
      </p>
      <dl class="fields">
        {shown.map(([name, text]) => (
          <div key={name}>
            <dt>{name.replaceAll("_", " ")}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function cellText(value: unknown): string {
  return typeof value === "string" ? value : cellOf(value);
}
