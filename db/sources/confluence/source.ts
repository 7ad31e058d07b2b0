import { z } from "zod";
import { backlotWords, searchTakes } from "../asking/backlot.ts";
import { basicOrBearer } from "../asking/basic-or-bearer.ts";
import { checkQuery } from "../asking/check-query.ts";
import { listContainers, type PageAnswer, type ResultPage, searchPages } from "../asking/collect-pages.ts";
import { markupText } from "../asking/markup-text.ts";
import { quoted } from "../asking/quoted.ts";
import { faultOf, readJson } from "../asking/read-answer.ts";
import { type JsonAnswer, requestJson } from "../asking/request-json.ts";
import type { Caller } from "../caller.ts";
import type {
  CallOptions,
  ContainersOutcome,
  LiveItem,
  LiveSource,
  OpenOutcome,
  SearchOptions,
  SearchOutcome,
  SourceDescription,
  SourceFault,
  SourceQuery,
} from "../port.ts";
import type { SourceEffects } from "../source-type.ts";
import { PAGE_ANSWER, pageItem, SEARCH_ANSWER, SPACES_ANSWER } from "./answers.ts";
import { writeCql } from "./cql.ts";

export const CONFLUENCE_OPTIONS = z.strictObject({
  /** With the context path: `https://company.atlassian.net/wiki`. */
  url: z.url(),
  /** What stands there: the product, or backlot in its place. */
  server: z.enum(["confluence", "backlot"]).default("confluence"),
});

type Options = z.infer<typeof CONFLUENCE_OPTIONS>;

/** Items a request; the same for all pages, since a cursor belongs to a size of page. */
const PAGE_SIZE = 50;

/**
 * Confluence, cloud and data centre, by its REST interface's first version, which both speak. The token is an API token as `email:token` (cloud), or a
 * personal access token (data centre).
 */
export function openConfluence(name: string, { url, server }: Options, { fetch }: SourceEffects): LiveSource {
  const isStandIn = server === "backlot";
  const root = url.replace(/\/+$/, "");
  const ask = (path: string, caller: Caller, signal?: AbortSignal): Promise<JsonAnswer> =>
    requestJson({ url: `${root}${path}`, source: name, caller, authorization: basicOrBearer, signal, fetch });

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "wiki", container: "space", language: "CQL", items: ["page"] },
      ...searchTakes(isStandIn),
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe());
    if ("type" in checked) return { ...checked, requests: [] };
    const queries = isStandIn ? backlotCql(checked) : [writeCql(checked)];
    return searchPages(queries, options, async (cql, cursor) => {
      const parameters = cursor ?? String(new URLSearchParams({ cql, ...SEARCH_PARAMETERS }));
      const answer = await ask(`/rest/api/search?${parameters}`, caller, options.signal);
      return { status: answer.status, page: readResults(answer) };
    });
  }

  function readResults(answer: JsonAnswer): ResultPage<LiveItem> | SourceFault {
    if (isNotAdmitted(answer)) return { type: "unauthorised", message: answer.message };
    const read = readJson(answer, SEARCH_ANSWER);
    if (read.type !== "read") return read;
    const { results, totalSize, _links } = read.value;
    const items = results.map((result) => pageItem(result, { source: name, url: root }));
    return { items, total: totalSize ?? null, next: nextParameters(_links.next) };
  }

  async function open(id: string, caller: Caller, { signal }: CallOptions = {}): Promise<OpenOutcome> {
    const path = `/rest/api/content/${encodeURIComponent(id)}?expand=body.storage,version,space,history`;
    const answer = await ask(path, caller, signal);
    const requests = [{ query: id, status: answer.status, items: 0 }];
    if (answer.type !== "answered") return { ...faultOf(answer), requests };
    const { status, message } = answer;
    if (isNotAdmitted(answer)) return { type: "unauthorised", message, requests };
    if (status === 404 || status === 410) return { type: "gone", message, requests };
    if (status === 403) return { type: "forbidden", message, requests };
    const read = readJson(answer, PAGE_ANSWER);
    if (read.type !== "read") return { ...read, requests };
    const content = read.value;
    if (content.status !== "current") return { type: "gone", message: `the page is ${content.status}`, requests };
    const text = markupText(content.body.storage.value);
    const item = pageItem({ content, excerpt: text }, { source: name, url: root });
    return { type: "opened", item: { ...item, text, parts: [], truncated: null }, requests: countOne(requests) };
  }

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("spaces", async (cursor) => {
      const answer = await ask(`/rest/api/space?${cursor ?? "limit=100"}`, caller, signal);
      return { status: answer.status, page: readSpaces(answer) };
    });
  }

  return { describe, search, open, containers };
}

const SEARCH_PARAMETERS = { limit: String(PAGE_SIZE), expand: "content.space,content.history,content.version" };

function readSpaces(answer: JsonAnswer): PageAnswer<{ key: string; name: string }>["page"] {
  if (isNotAdmitted(answer)) return { type: "unauthorised", message: answer.message };
  const read = readJson(answer, SPACES_ANSWER);
  if (read.type !== "read") return read;
  return { items: read.value.results, total: null, next: nextParameters(read.value._links.next) };
}

function backlotCql(query: SourceQuery): string[] {
  const { container } = query.filters;
  const space = container === undefined ? "" : ` AND space = ${quoted(container)}`;
  return backlotWords(query).map((words) => `text ~ ${quoted(words)}${space}`);
}

/** Confluence's 403 for somebody whom it does not know; that for a page says something else. */
function isNotAdmitted(answer: JsonAnswer): boolean {
  return answer.type === "answered" && answer.status === 403 && /(?:access|use) Confluence/.test(answer.message);
}

/** Only what stands behind the `?`: where the next page lies is ours to say, since the token goes there. */
function nextParameters(next: string | undefined): { at: string } | null {
  return next === undefined ? null : { at: next.slice(next.indexOf("?") + 1) };
}

function countOne<T extends { items: number }>(requests: readonly T[]): T[] {
  return requests.map((request) => ({ ...request, items: 1 }));
}
