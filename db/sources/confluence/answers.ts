import { z } from "zod";
import { isoTime, snippetOf } from "../asking/read-answer.ts";
import type { ItemAuthor, LiveItem } from "../port.ts";

const id = z.union([z.string(), z.number()]).transform(String);
/** `accountId` in the cloud, `username` in a data centre. */
const person = z.object({ accountId: z.string().optional(), username: z.string().optional(), displayName: z.string() });

const page = z.object({
  id,
  type: z.string(),
  status: z.string().default("current"),
  title: z.string(),
  space: z.object({ key: z.string() }),
  history: z.object({ createdBy: person.optional() }).optional(),
  version: z.object({ when: z.string().optional() }).optional(),
  _links: z.object({ webui: z.string() }),
});

const links = z.object({ next: z.string().optional() }).default({});

export const SEARCH_ANSWER = z.object({
  results: z.array(z.object({ content: page, excerpt: z.string().default(""), lastModified: z.string().optional() })),
  totalSize: z.number().optional(),
  _links: links,
});

export const PAGE_ANSWER = page.extend({ body: z.object({ storage: z.object({ value: z.string() }) }) });

export const SPACES_ANSWER = z.object({
  results: z.array(z.object({ key: z.string(), name: z.string() })),
  _links: links,
});

type Page = z.infer<typeof page>;

/** @param excerpt the words around what was found, in which the cloud marks these */
export function pageItem(
  { content, excerpt, lastModified }: { content: Page; excerpt: string; lastModified?: string | undefined },
  { source, url }: { source: string; url: string },
): LiveItem {
  return {
    id: content.id,
    source,
    kind: "page",
    title: content.title,
    snippet: snippetOf(excerpt.replaceAll(/@@@(?:end)?hl@@@/g, "")),
    address: `${url}${content._links.webui}`,
    container: content.space.key,
    author: authorOf(content.history?.createdBy),
    parent: null,
    updatedAt: isoTime(lastModified ?? content.version?.when),
  };
}

function authorOf(by: z.infer<typeof person> | undefined): ItemAuthor | null {
  const own = by?.accountId ?? by?.username;
  return by && own ? { id: own, name: by.displayName } : null;
}
