import { z } from "zod";
import { isObject } from "../../../base/json-object.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { checkRecord, looseText, readJson } from "../text/json.ts";
import type { JiraEnd, JiraIssue } from "./issue.ts";

const named = z.looseObject({ name: looseText }).nullish();
const epicSchema = z.looseObject({ key: z.string().min(1), summary: looseText });
const endSchema = z.looseObject({
  key: z.string().min(1),
  fields: z.looseObject({ summary: looseText, issuetype: named }).nullish(),
});
const linkSchema = z.looseObject({
  type: z.looseObject({ name: looseText, outward: looseText }),
  inwardIssue: endSchema.nullish(),
  outwardIssue: endSchema.nullish(),
});
const issueSchema = z.looseObject({
  key: z.string().min(1),
  fields: z.looseObject({
    summary: looseText,
    issuetype: named,
    parent: endSchema.nullish(),
    epic: epicSchema.nullish(),
    subtasks: z.array(endSchema).nullish(),
    issuelinks: z.array(linkSchema).nullish(),
  }),
});
type Issue = z.output<typeof issueSchema>;
const pageSchema = z.looseObject({
  issues: z.array(z.unknown()),
  total: z.number().optional(),
  names: z.record(z.string(), z.string()).optional(),
});

/** Issues of a search, of a list, or a single one. */
export async function readJiraJson(
  file: SourceFile,
  { problems, comments }: Pick<ReadContext, "problems" | "comments">,
): Promise<{ issues: JiraIssue[]; records: number; notes: string[] }> {
  const { value, placeOf, notes } = await readJson(file);
  const isSingle = isObject(value) && value.issues === undefined && value.key !== undefined;
  const raw = Array.isArray(value) ? { issues: value } : isSingle ? { issues: [value], names: value.names } : value;
  const page = checkRecord(pageSchema, raw, { place: file.name, what: "the export", problems });
  const issues = (page?.issues ?? []).flatMap((issue, at) => {
    const place = isSingle ? `${file.name}:1` : placeOf([...(Array.isArray(value) ? [] : ["issues"]), at]);
    const what = isObject(issue) && typeof issue.key === "string" ? `issue ${quote(issue.key)}` : `issue ${at + 1}`;
    const whole = checkRecord(issueSchema, issue, { place, what, problems });
    if (whole) comments?.set(whole.key, commentsOf(whole));
    return whole ? [issueOf(whole, page?.names ?? {}, place)] : [];
  });
  const missing = (page?.total ?? 0) - (page?.issues.length ?? 0);
  const more =
    missing > 0
      ? [`${file.name} holds ${page?.issues.length} of ${page?.total} issues: export the rest, and import the folder`]
      : [];
  return { issues, records: page?.issues.length ?? 1, notes: [...notes, ...more] };
}

/** What is read by its name, and what says nothing of an issue: people, times, votes, pictures. */
const READ = new Set("summary issuetype parent epic subtasks issuelinks description".split(" "));
const LEFT_OUT =
  /^(creator|reporter|assignee|watches|votes|worklog|comment|attachment|progress|aggregate\w*|time\w*|workratio|lastViewed|avatarUrls|thumbnail|issuerestriction|created|updated|\w+date)$/;

function commentsOf({ fields }: Issue): string[] {
  const list = isObject(fields.comment) && Array.isArray(fields.comment.comments) ? fields.comment.comments : [];
  return list.flatMap((one) => (isObject(one) ? sayValue(one.body) || [] : []));
}

function issueOf({ key, fields }: Issue, names: Readonly<Record<string, string>>, place: string): JiraIssue {
  const rest = Object.entries(fields).filter(([name]) => !READ.has(name) && !LEFT_OUT.test(name));
  const [custom, own] = [
    rest.filter(([name]) => name.startsWith("customfield_")),
    rest.filter(([name]) => !name.startsWith("customfield_")),
  ];
  return {
    key,
    type: fields.issuetype?.name ?? "",
    summary: fields.summary,
    description: sayValue(fields.description),
    meta: Object.fromEntries(own.map(([name, value]) => [name, sayValue(value)])),
    created: sayValue(fields.created),
    custom: custom.map(([name, value]) => [names[name] ?? name, sayValue(value)]),
    parents: [
      ...(fields.parent ? [endOf(fields.parent)] : []),
      ...(fields.epic ? [{ key: fields.epic.key, type: "Epic", summary: fields.epic.summary }] : []),
    ],
    subtasks: (fields.subtasks ?? []).map(endOf),
    links: (fields.issuelinks ?? []).flatMap(({ type, inwardIssue, outwardIssue }) => [
      ...(inwardIssue ? [{ name: type.name || type.outward || "link", isInward: true, end: endOf(inwardIssue) }] : []),
      ...(outwardIssue
        ? [{ name: type.name || type.outward || "link", isInward: false, end: endOf(outwardIssue) }]
        : []),
    ]),
    place,
  };
}

function endOf({ key, fields }: z.output<typeof endSchema>): JiraEnd {
  return { key, type: fields?.issuetype?.name, summary: fields?.summary };
}

/** A value as text: documents (`content`), options, lists, steps of Xray; "" for people, whom nobody asked for. */
function sayValue(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(sayValue)
      .filter((part) => part !== "")
      .join(", ");
  if (!isObject(value)) return value === null || value === undefined ? "" : String(value);
  if (value.accountId !== undefined || value.displayName !== undefined) return "";
  if (Array.isArray(value.content)) return documentText(value).trim();
  if (Array.isArray(value.steps)) return value.steps.map((step, at) => `${at + 1}. ${sayStep(step)}`).join("\n");
  const said = value.value ?? value.name ?? value.raw ?? value.key;
  return typeof said === "object" ? sayValue(said) : String(said ?? "");
}

function sayStep(step: unknown): string {
  const fields = isObject(step) ? (isObject(step.fields) ? step.fields : step) : {};
  return Object.entries(fields)
    .filter(([name]) => !/^(id|index|attachments)$/.test(name))
    .map(([name, value]) => [name, sayValue(value)] as const)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}: ${text}`)
    .join("\n");
}

const BLOCKS = new Set(["paragraph", "heading", "listItem", "codeBlock", "tableRow", "blockquote", "rule", "panel"]);

/** The texts of an Atlassian document, a line a block. */
function documentText(node: Readonly<Record<string, unknown>>): string {
  if (typeof node.text === "string") return node.text;
  if (node.type === "hardBreak") return "\n";
  const attributes = isObject(node.attrs) ? node.attrs : {};
  const below = Array.isArray(node.content)
    ? node.content
        .filter(isObject)
        .map(documentText)
        .join(node.type === "tableRow" ? " | " : "")
    : sayValue(attributes.text ?? attributes.url);
  return BLOCKS.has(String(node.type)) ? `${below.trimEnd()}\n` : below;
}
