import { z } from "zod";
import { isoTime, snippetOf } from "../asking/read-answer.ts";
import type { LiveItem, OpenedItem } from "../port.ts";

const named = z.object({ id: z.number().transform(String), name: z.string() });

const journal = z.object({
  id: z.number(),
  user: named.optional(),
  notes: z.string().nullish(),
  created_on: z.string().optional(),
});

const issue = z.object({
  id: z.number().transform(String),
  project: named,
  author: named.optional(),
  subject: z.string(),
  description: z.string().nullish(),
  updated_on: z.string().optional(),
  journals: z.array(journal).default([]),
});

/** `total_count` is null of a query that nothing is left of. */
export const SEARCH_ANSWER = z.object({
  results: z.array(z.object({ id: z.number(), type: z.string() })),
  total_count: z.number().nullable(),
  offset: z.number(),
});

export const ISSUES_ANSWER = z.object({ issues: z.array(issue) });
export const ISSUE_ANSWER = z.object({ issue });
export const PROJECTS_ANSWER = z.object({
  projects: z.array(named),
  total_count: z.number(),
  offset: z.number(),
});
export const USER_ANSWER = z.object({ user: z.object({ id: z.number() }) });

type Issue = z.infer<typeof issue>;
interface Place {
  source: string;
  url: string;
}

export function issueItem({ id, project, author, subject, description, updated_on }: Issue, place: Place): LiveItem {
  return {
    ...{ id, source: place.source, kind: "issue", title: subject, snippet: snippetOf(description ?? "") },
    address: `${place.url}/issues/${id}`,
    container: project.id,
    author: author ?? null,
    parent: null,
    updatedAt: isoTime(updated_on),
  };
}

/** With its notes; changes of fields alone are none. */
export function openedIssue(read: Issue, place: Place): OpenedItem {
  const item = issueItem(read, place);
  const notes = read.journals.filter(({ notes: text }) => text);
  const text = `${read.subject}\n${read.description ?? ""}`.trim();
  return { ...item, text, parts: notes.map((note) => openedNote(note, item)), truncated: null };
}

function openedNote({ id, user, notes, created_on }: z.infer<typeof journal>, below: LiveItem): OpenedItem {
  const text = notes ?? "";
  return {
    ...below,
    ...{ id: `${below.id}/${id}`, kind: "comment", snippet: snippetOf(text) },
    address: `${below.address}#change-${id}`,
    author: user ?? null,
    parent: below.id,
    updatedAt: isoTime(created_on),
    ...{ text, parts: [], truncated: null },
  };
}
