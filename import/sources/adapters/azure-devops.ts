import { isBlank } from "../../../base/blank.ts";
import { readItems } from "../azure/read-json.ts";
import { readQuery } from "../azure/read-query.ts";
import type { WorkItem } from "../azure/work-item.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type ItemLink, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { plainText } from "../text/markup.ts";
import { headOf } from "../text/xml.ts";

export const azureDevopsAdapter: SourceAdapter = {
  name: "azure-devops",
  reads:
    "Azure DevOps work items: JSON of the REST interface ($expand=relations) or of az boards, CSV of a query (flat, or a tree with Title 1, Title 2 ...) or of a test suite",
  keeps:
    "work items of every type by type and number, with description, acceptance criteria, steps of test cases, state, tags, area and every other field; relations by their names, from where they begin; parents as contains; work items that are only linked, as named only",
  drops: "people, times, revisions, attachments and hyperlinks",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  const head = headOf(file);
  if (/\.json$/i.test(file.name) && /"System\.(WorkItemType|Title)"\s*:/.test(head))
    return { certainty: 0.95, why: "it holds work items with fields such as System.Title" };
  const isCsv =
    /\.csv$/i.test(file.name) && /(^|[,;\t])"?Work Item Type"?([,;\t\r\n]|$)/.test(head.split("\n")[0] as string);
  return isCsv ? { certainty: 0.95, why: "it has a column Work Item Type, as Azure DevOps exports queries" } : null;
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter((file) => claim(file) !== null);
  const parts = await readEach(wanted, context, (file) =>
    /\.json$/i.test(file.name) ? readItems(file, context) : readQuery(file, context),
  );
  const all = parts.flatMap(({ items }) => items);
  const types = new Map(all.map(({ number, fields }) => [number, fields["Work Item Type"] as string]));
  return contentOfItems(
    all.map((item) => itemOf(item, types)),
    {
      counts: { "work items": all.length, steps: all.reduce((sum, { steps }) => sum + steps.length, 0) },
      records: parts.reduce((sum, { records }) => sum + records, 0),
      notes: parts.flatMap(({ notes }) => notes),
    },
  );
}

/** Numbers alone would be found in any prose. */
const idOf = (number: string, types: ReadonlyMap<string, string>) => `${types.get(number) ?? "Work Item"} ${number}`;

const READ = new Set([
  "ID",
  "Id",
  "Title",
  "Work Item Type",
  "Description",
  "Repro Steps",
  "Acceptance Criteria",
  "Steps",
  "Parent",
]);
const LEFT_OUT = /(By|To|Date|Watermark|Rev|PersonId|RelationType|Count|Kanban.*|Board .*)$/;

function itemOf({ number, fields, relations, steps, place }: WorkItem, types: ReadonlyMap<string, string>): SourceItem {
  const texts = ["Description", "Repro Steps", "Acceptance Criteria"].map((name) => plainText(fields[name] ?? ""));
  const parent = (fields.Parent ?? "").replace(/\.0$/, "");
  const links: ItemLink[] = relations.map(({ kind, number: other, inverse }) => ({
    kind,
    id: idOf(other, types),
    inverse,
    named: { type: "work_item" },
  }));
  return {
    id: idOf(number, types),
    type: fields["Work Item Type"] ?? "",
    title: fields.Title ?? "",
    text: [...texts, ...steps.map((step, at) => `${at + 1}. ${step}`)].filter((part) => part !== "").join("\n"),
    meta: Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => !READ.has(name) && !LEFT_OUT.test(name) && !isBlank(value)),
    ),
    links: /^\d+$/.test(parent)
      ? [...links, { kind: "contains", id: idOf(parent, types), inverse: true, named: { type: "work_item" } }]
      : links,
    place,
  };
}
