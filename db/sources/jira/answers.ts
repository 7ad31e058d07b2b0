import { z } from "zod";
import { isObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { isoTime, snippetOf } from "../asking/read-answer.ts";
import type { ItemAuthor, LiveItem, OpenedItem } from "../port.ts";

const person = z.object({ accountId: z.string(), displayName: z.string() });

const comment = z.object({
  id: z.string(),
  author: person.nullish(),
  body: z.unknown(),
  created: z.string().optional(),
  updated: z.string().optional(),
});

const issue = z.object({
  key: z.string(),
  fields: z.object({
    summary: z.string(),
    description: z.unknown(),
    updated: z.string().nullish(),
    project: z.object({ key: z.string() }),
    reporter: person.nullish(),
    comment: z.object({ comments: z.array(comment), total: z.number().optional() }).optional(),
  }),
});

/** What of an issue is asked for. */
export const ISSUE_FIELDS = "summary,description,updated,project,reporter,comment";

export const SEARCH_ANSWER = z.object({
  issues: z.array(issue),
  nextPageToken: z.string().optional(),
  isLast: z.boolean().optional(),
});

export const ISSUE_ANSWER = issue;

export const PROJECTS_ANSWER = z.object({
  values: z.array(z.object({ key: z.string(), name: z.string() })),
  startAt: z.number(),
  total: z.number(),
  isLast: z.boolean(),
});

interface Place {
  source: string;
  url: string;
}

export function issueItem({ key, fields }: z.infer<typeof issue>, { source, url }: Place): LiveItem {
  return {
    id: key,
    source,
    kind: "issue",
    title: fields.summary,
    snippet: snippetOf(documentText(fields.description)),
    address: `${url}/browse/${encodeURIComponent(key)}`,
    container: fields.project.key,
    author: authorOf(fields.reporter),
    parent: null,
    updatedAt: isoTime(fields.updated),
  };
}

/** With its comments, of which Jira gives the first page. */
export function openedIssue(read: z.infer<typeof issue>, place: Place): OpenedItem {
  const item = issueItem(read, place);
  const { comments, total } = read.fields.comment ?? { comments: [] };
  const isCut = total !== undefined && total > comments.length;
  return {
    ...item,
    text: `${read.fields.summary}\n${documentText(read.fields.description)}`.trim(),
    parts: comments.map((one) => openedComment(one, item)),
    truncated: isCut ? { shown: comments.length, of: total } : null,
  };
}

function openedComment({ id, author, body, created, updated }: z.infer<typeof comment>, issue: LiveItem): OpenedItem {
  const text = documentText(body);
  return {
    ...issue,
    id: `${issue.id}/${id}`,
    kind: "comment",
    snippet: snippetOf(text),
    address: `${issue.address}?focusedCommentId=${encodeURIComponent(id)}`,
    author: authorOf(author),
    parent: issue.id,
    updatedAt: isoTime(updated ?? created),
    ...{ text, parts: [], truncated: null },
  };
}

function authorOf(by: z.infer<typeof person> | null | undefined): ItemAuthor | null {
  return by ? { id: by.accountId, name: by.displayName } : null;
}

/** Nodes of Atlassian's document format that end a line. */
const BLOCKS = new Set("paragraph heading listItem codeBlock tableRow rule hardBreak".split(" "));

/** The text of a document in Atlassian's format (https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/), or of one that is plain. */
function documentText(node: unknown): string {
  return nodeText(node)
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function nodeText(node: unknown): string {
  if (!isObject(node)) return textOf(node);
  const inside = objectsOf(node.content).map(nodeText).join("");
  const own = isObject(node.attrs) && node.type !== "text" ? textOf(node.attrs.text) : textOf(node.text);
  return `${own}${inside}${BLOCKS.has(textOf(node.type)) ? "\n" : ""}`;
}
